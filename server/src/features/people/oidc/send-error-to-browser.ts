import type { Response } from 'express';
import type { Surface } from '../../../platform/http/route.ts';
import { sendError, toApiError } from '../../../platform/http/send-error.ts';
import type { Platform } from '../../../platform/platform.ts';

/** Over the limit, a person gets the console, which says so, and not JSON; programs get the error as everywhere. */
export function sendErrorToBrowser(response: Response, surface: Surface, error: unknown, platform: Platform): void {
  const isPerson = response.req.accepts(['json', 'html']) === 'html';
  if (!isPerson || toApiError(error).code !== 'rate_limit_exceeded') sendError(response, surface, error, platform);
  else response.set('Cache-Control', 'no-store').redirect(302, '/console#error=too_many_attempts');
}
