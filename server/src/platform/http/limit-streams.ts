import type { OpenStreams, StreamCount } from '../open-streams.ts';
import type { Platform } from '../platform.ts';
import { groupAddress, limitOpening } from './limits.ts';

/** The caller that opens a stream or a socket. */
export interface StreamHolder {
  readonly kind: 'session' | 'key';
  readonly id: string;
}

/**
 * Counts a stream or socket for an address, and for a session or key. Throws 429 with window `concurrent`, or `minute` if
 * visitors of the address have opened too many.
 */
export async function openStream(
  platform: Platform,
  ip: string | undefined,
  holder: StreamHolder | undefined,
): ReturnType<OpenStreams['open']> {
  const { maxStreams } = platform.config;
  const counts: StreamCount[] = [{ name: `ip:${groupAddress(ip)}`, limit: maxStreams.ip }];
  if (holder !== undefined) counts.unshift({ name: `${holder.kind}:${holder.id}`, limit: maxStreams[holder.kind] });
  const close = await platform.streams.open(counts);
  // The requests of a key are limited already.
  if (holder?.kind === 'key') return close;
  try {
    await limitOpening(platform, ip);
    return close;
  } catch (error) {
    close();
    throw error;
  }
}
