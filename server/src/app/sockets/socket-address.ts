import type { IncomingHttpHeaders } from 'node:http';
import type { Platform } from '../../platform/platform.ts';

interface Peer {
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
}

/**
 * The client's address: the peer's, or the one reported by the trusted proxies in front of this server
 * (docs/reference/limits.md#addresses-of-clients).
 */
export function addressOf(platform: Platform, { headers, address }: Peer): string {
  const forwarded = headers['x-forwarded-for'];
  const hops = (typeof forwarded === 'string' ? forwarded : '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  const chain = [...hops, address];
  return chain.at(-1 - Math.min(platform.config.trustProxy, chain.length - 1)) ?? address;
}
