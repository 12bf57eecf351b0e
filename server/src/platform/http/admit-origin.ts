import type { IncomingHttpHeaders } from 'node:http';
import type { Platform } from '../platform.ts';

interface Asking {
  readonly platform: Platform;
  readonly origin: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Whether the Origin of a caller may use a public interface (docs/reference/public-chat.md#origins). Requests without
 * an Origin and our own pages always may; with an empty list any origin may.
 */
export function isOriginAdmitted({ platform, origin, headers }: Asking, allowed: readonly string[]): boolean {
  if (origin === undefined || allowed.length === 0 || isOwnOrigin({ platform, origin, headers })) return true;
  return isOriginListed(origin, allowed);
}

/** Whether an origin is in a list of origins, in which `https://*.example.com` means the subdomains of a host. */
export function isOriginListed(origin: string, listed: readonly string[]): boolean {
  return listed.some((entry) => matches(origin, entry));
}

/**
 * Our own origin is PUBLIC_URL's, and the one that the request was sent to: a page of this server under another name.
 */
export function isOwnOrigin({ platform, origin, headers }: Asking): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === new URL(platform.publicUrl).origin || new URL(origin).host === headers.host;
}

function matches(origin: string, entry: string): boolean {
  if (!entry.includes('://*.')) return origin === entry;
  const [scheme = '', host = ''] = entry.split('://*');
  return (
    origin.startsWith(`${scheme}://`) && origin.length > `${scheme}://`.length + host.length && origin.endsWith(host)
  );
}
