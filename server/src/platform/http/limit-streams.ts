import type { Request } from 'express';
import type { OpenStreams, StreamCount } from '../open-streams.ts';
import type { Platform } from '../platform.ts';
import { groupAddress, limitOpening } from './limits.ts';
import type { BoundRoute } from './route.ts';

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

/** Whether the request asks for a stream or a download, which is counted before any work is done for it. */
export function isStreamed(route: BoundRoute, { headers }: Request, body: unknown): boolean {
  if (route.protocol !== undefined || isDownload(route)) return true;
  if (route.events === undefined) return false;
  if (route.answer === undefined || headers.accept?.includes('text/event-stream') === true) return true;
  return typeof body === 'object' && body !== null && 'stream' in body && body.stream === true;
}

/** Tables and archives are read from the database as fast as the client reads them, which can take hours. */
export function isDownload({ bare = {} }: BoundRoute): boolean {
  return Object.keys(bare).some((type) => type !== 'application/json');
}
