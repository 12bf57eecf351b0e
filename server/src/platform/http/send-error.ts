import type { Response } from 'express';
import { ApiError, isDiskFull, storageFull } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { currentRequestId } from '../request-context.ts';
import { challengeOf } from './challenge.ts';
import type { Surface } from './route.ts';
import { wrapError } from './surfaces.ts';

/** Sends an error in the surface's envelope; an error that isn't an ApiError is logged and becomes a plain 500. */
export function sendError(response: Response, surface: Surface, error: unknown, platform: Platform): void {
  const known = error instanceof ApiError ? error : toApiError(error);
  if (known.status >= 500) platform.log.error({ err: known.cause ?? error, code: known.code }, 'request failed');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (known.retryAfter !== undefined) response.set('Retry-After', String(known.retryAfter));
  const challenge = known.status === 401 ? challengeOf(surface, response.req, platform) : undefined;
  if (challenge !== undefined) response.set('WWW-Authenticate', challenge);
  response.status(known.status).json(wrapError(surface, known, currentRequestId() ?? ''));
}

function toApiError(error: unknown): ApiError {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (isDiskFull(error)) return storageFull(error);
  // The database is unavailable: connection refused, reset, or shutting down (SQLSTATE class 57P).
  if (/^(ECONN|CONNECT|57P)/.test(code)) {
    return new ApiError(
      'service_unavailable',
      'The service is temporarily unavailable.',
      {},
      { retryAfter: 2, cause: error },
    );
  }
  return new ApiError('internal_error', 'Something went wrong on our side.', {}, { cause: error });
}
