import type { Response } from 'express';
import { ApiError, FileLost, isDiskFull, storageFull, unavailable } from '../errors.ts';
import { isOutage } from '../is-outage.ts';
import type { Platform } from '../platform.ts';
import { currentRequestId } from '../request-context.ts';
import { challengeOf } from './challenge.ts';
import { isDisconnect, isStop } from './disconnect-signal.ts';
import type { Surface } from './route.ts';
import { wrapError } from './surfaces.ts';

/** Sends an error in the surface's envelope; an error that isn't an ApiError is logged and becomes a plain 500. */
export function sendError(response: Response, surface: Surface, error: unknown, platform: Platform): void {
  // Clients may disconnect at any time: the server did not fail, and nobody reads a response.
  if (isDisconnect(error)) {
    platform.log.debug('a client disconnected');
    return;
  }
  const known = toApiError(error);
  if (known.status >= 500 || known instanceof FileLost)
    platform.log.error({ err: known.cause ?? error, code: known.code }, 'request failed');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (known.retryAfter !== undefined) response.set('Retry-After', String(known.retryAfter));
  const challenge = known.status === 401 ? challengeOf(surface, response.req, platform) : undefined;
  if (challenge !== undefined) response.set('WWW-Authenticate', challenge);
  response.status(known.status).json(wrapError(surface, known, currentRequestId() ?? ''));
}

/**
 * What a client gets for any error: 503 if the server stops or a store is unavailable or full, and a plain 500 for what
 * is unforeseen.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isStop(error)) return unavailable('The server is stopping. Try again shortly.', 2, error);
  if (isDiskFull(error)) return storageFull(error);
  if (isOutage(error) || isRefusedConnection(error)) {
    return unavailable('The service is temporarily unavailable.', 2, error);
  }
  return new ApiError('internal_error', 'Something went wrong on our side.', {}, { cause: error });
}

/** Also for a connection that is not the database's. */
function isRefusedConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ECONN');
}
