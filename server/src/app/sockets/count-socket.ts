import type { Socket } from 'socket.io';
import { openStream, type StreamHolder } from '../../platform/http/limit-streams.ts';
import type { Platform } from '../../platform/platform.ts';
import { addressOf } from './socket-address.ts';

/**
 * Counts a socket that is being admitted, until its connection closes or the returned function is called. Throws 429 with
 * window `concurrent`.
 */
export async function countSocket(
  platform: Platform,
  { conn, handshake }: Socket,
  holder: StreamHolder,
): Promise<() => void> {
  const closeStream = await openStream(platform, addressOf(platform, handshake), holder);
  // A client that left in the meantime is never connected and so never disconnects. If it left before this line, its
  // connection has already emitted `close`.
  if (conn.readyState === 'open') conn.once('close', closeStream);
  else closeStream();
  return closeStream;
}
