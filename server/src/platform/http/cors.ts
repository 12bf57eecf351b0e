import type { Request, Response } from 'express';
import type { Config } from '../config.ts';
import type { Surface } from './route.ts';

const exposed = [
  'X-Request-Id',
  'Idempotent-Replayed',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Limit-Day',
  'X-RateLimit-Remaining-Day',
  'Location',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Expires',
  'Tus-Resumable',
  'Tus-Version',
  'Portico-File-Ref',
].join(', ');

/** Lets scripts of the origin read the response (Fetch standard, CORS protocol), never with credentials. */
export function allowOrigin(response: Response, origin: string | undefined): void {
  response.vary('Origin');
  if (origin === undefined) return;
  response.set('Access-Control-Allow-Origin', origin);
  response.set('Access-Control-Expose-Headers', exposed);
}

const visitorHeaders =
  'Authorization, Content-Type, Idempotency-Key, Last-Event-ID, X-Request-Id, X-Portico-Preview, Tus-Resumable, Upload-Defer-Length, Upload-Length, Upload-Metadata, Upload-Offset, X-HTTP-Method-Override';

/** Responds to a preflight of an admitted origin. */
export function answerPreflight(
  response: Response,
  origin: string | undefined,
  methods: readonly string[],
  headers = visitorHeaders,
): void {
  allowOrigin(response, origin);
  response.set('Access-Control-Allow-Methods', [...new Set(methods)].join(', '));
  response.set('Access-Control-Allow-Headers', headers);
  response.set('Access-Control-Max-Age', '7200');
  response.status(204).end();
}

/**
 * The surfaces that pages of CORS_ORIGINS may use with a key (docs/reference/addresses.md#browsers-of-other-origins).
 * Signing in is not among them, and no response allows credentials: a session works only for our own pages.
 */
export const listedOriginSurfaces = ['versioned', 'legacy', 'personas'] as const satisfies readonly Surface[];

const keyHeaders = 'X-API-Key, Authorization, Content-Type, Idempotency-Key, Last-Event-ID, X-Request-Id';

/** Lets pages of CORS_ORIGINS read the response, or the error, of a request to one of these surfaces. */
export function allowListedOrigin(config: Config, surface: Surface, request: Request, response: Response): void {
  if (config.corsOrigins.length === 0 || !listedOriginSurfaces.some((one) => one === surface)) return;
  const { origin } = request.headers;
  allowOrigin(response, origin !== undefined && config.corsOrigins.includes(origin) ? origin : undefined);
}

/** Responds to a preflight of a page of CORS_ORIGINS; returns false for any other request. */
export function answerListedPreflight(config: Config, request: Request, response: Response): boolean {
  const { origin } = request.headers;
  if (request.method !== 'OPTIONS' || origin === undefined || !config.corsOrigins.includes(origin)) return false;
  answerPreflight(response, origin, ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'], keyHeaders);
  return true;
}
