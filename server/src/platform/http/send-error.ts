import type { Request, Response } from 'express';
import { ApiError, isDiskFull, storageFull } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { currentRequestId } from '../request-context.ts';
import { bearerChallenge, publicBase } from './public-base.ts';
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
  if (known.status === 401 && surface !== 'hooks') {
    response.set('WWW-Authenticate', challengeOf(surface, response.req, platform));
  }
  response.status(known.status).json(wrapError(surface, known, currentRequestId() ?? ''));
}

/**
 * How to authenticate (RFC 9110 section 15.5.2), and whether the credential of the request was at fault (RFC 6750
 * section 3). Browsers don't ask for a password for Bearer. A hook has none, because its secret is not a credential of
 * HTTP.
 */
function challengeOf(surface: Surface, request: Request, platform: Platform): string {
  const { headers } = request;
  const hasCredential = headers.authorization !== undefined || headers['x-api-key'] !== undefined;
  if (surface === 'mcp') return bearerChallenge(publicBase(platform, request), hasCredential);
  return hasCredential ? 'Bearer realm="Portico", error="invalid_token"' : 'Bearer realm="Portico"';
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
