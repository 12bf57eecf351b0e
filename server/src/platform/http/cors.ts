import type { Response } from 'express';

const exposed = [
  'X-Request-Id',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Limit-Day',
  'X-RateLimit-Remaining-Day',
  'Location',
  'Upload-Offset',
  'Upload-Length',
  'Tus-Resumable',
  'Portico-File-Ref',
].join(', ');

/** Lets scripts of the origin read the response (Fetch standard, CORS protocol), never with credentials. */
export function allowOrigin(response: Response, origin: string | undefined): void {
  response.vary('Origin');
  if (origin === undefined) return;
  response.set('Access-Control-Allow-Origin', origin);
  response.set('Access-Control-Expose-Headers', exposed);
}

/** Responds to a preflight of an admitted origin. */
export function answerPreflight(response: Response, origin: string | undefined, methods: readonly string[]): void {
  allowOrigin(response, origin);
  response.set('Access-Control-Allow-Methods', [...new Set(methods)].join(', '));
  response.set(
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, Last-Event-ID, X-Request-Id, X-Portico-Preview, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset',
  );
  response.set('Access-Control-Max-Age', '7200');
  response.status(204).end();
}
