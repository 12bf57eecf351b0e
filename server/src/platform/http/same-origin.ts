import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../errors.ts';
import type { Platform } from '../platform.ts';

/** Whether a request with this method may change something (RFC 9110 section 9.2.1). */
export function isStateChanging(method: string | undefined): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}

/**
 * Throws 403 if a browser sent the request for a page that is not ours, because it adds the session cookie to such
 * requests too. The browser reports this in `Sec-Fetch-Site`; on plain http addresses other than localhost it sends
 * only `Origin`, which then has to be PUBLIC_URL's. A request with neither passes only if `mayBeProgram`: without a
 * cookie there is nothing to abuse.
 */
export function refuseForeignPage(
  platform: Platform,
  headers: IncomingHttpHeaders,
  { mayBeProgram = false }: { mayBeProgram?: boolean } = {},
): void {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return;
  const own = new URL(platform.publicUrl).origin;
  if (site === undefined) {
    if (origin === own) return;
    if (origin === undefined && mayBeProgram) return;
  }
  const from = origin === undefined ? 'without an Origin' : `from ${origin}`;
  throw new ApiError(
    'insufficient_scope',
    `This request came ${from}, and a signed-in browser may only send it from ${own}. ` +
      'Open the console at that address, or set PUBLIC_URL to the one that you use.',
    { required: [], missing: [] },
  );
}
