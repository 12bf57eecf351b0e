import type { Socket } from 'socket.io';
import type { Platform } from '../../platform/platform.ts';

/** The client's address: the peer's, or the one that the trusted hops before us report (contract section 4). */
export function addressOf(platform: Platform, { handshake }: Socket): string {
  const forwarded = handshake.headers['x-forwarded-for'];
  const hops = (typeof forwarded === 'string' ? forwarded : '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  const chain = [...hops, handshake.address];
  return chain.at(-1 - Math.min(platform.config.trustProxy, chain.length - 1)) ?? handshake.address;
}
