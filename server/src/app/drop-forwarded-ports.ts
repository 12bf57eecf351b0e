import type { IncomingMessage } from 'node:http';

/**
 * Removes the ports from the addresses in `X-Forwarded-For`, which some proxies add (Azure Application Gateway:
 * `203.0.113.7:51234`). With one, an address is none, and all clients would count as one.
 */
export function dropForwardedPorts({ headers }: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded !== 'string') return;
  headers['x-forwarded-for'] = forwarded
    .split(',')
    .map((hop) => hop.trim().replace(/^([\d.]+):\d+$|^\[([^\]]*)\](?::\d+)?$/, '$1$2'))
    .join(', ');
}
