import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type AllowList, plainHost } from './allow-list.ts';
import { OutboundError } from './outbound-error.ts';
import { isPublicAddress } from './public-address.ts';

/** Resolves a name, like dns.promises.lookup with `all`. */
export type Lookup = (hostname: string) => Promise<{ address: string }[]>;

/**
 * The permitted addresses of a host, in the order to try them. If one of them is not public, all are rejected: a host
 * that mixes them is suspicious, and the caller could not know which one responded.
 */
export async function resolveHost(hostname: string, port: number, allow: AllowList, lookup: Lookup): Promise<string[]> {
  const host = plainHost(hostname);
  const isAllowedName = allow.allowsHost(host, port);
  const found = isIP(host) === 0 ? await lookUp(host, lookup) : [host];
  for (const text of found) if (!isAllowed(text, port, allow, isAllowedName)) throw refused();
  return found;
}

/** Throws address_refused for an IP literal that no request may reach; names pass. */
export function checkLiteral(url: URL, allow: AllowList): void {
  const host = plainHost(url.hostname);
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  if (isIP(host) !== 0 && !isAllowed(host, port, allow, allow.allowsHost(host, port))) throw refused();
}

function isAllowed(text: string, port: number, allow: AllowList, isAllowedName: boolean): boolean {
  if (!ipaddr.isValid(text)) return false;
  // ::ffff:10.0.0.1 is 10.0.0.1, also for the exceptions.
  const address = ipaddr.process(text);
  return isAllowedName || isPublicAddress(address) || allow.allowsAddress(address, port);
}

async function lookUp(host: string, lookup: Lookup): Promise<string[]> {
  try {
    const found = await lookup(host);
    if (found.length > 0) return found.map(({ address }) => address);
  } catch (error) {
    throw new OutboundError('host_not_found', 'The host of this address could not be found.', error);
  }
  throw new OutboundError('host_not_found', 'The host of this address could not be found.');
}

function refused(): OutboundError {
  return new OutboundError(
    'address_refused',
    'This address is not on the public Internet, so it is not requested. The server’s OUTBOUND_ALLOW can allow it.',
  );
}
