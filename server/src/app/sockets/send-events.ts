import { once } from 'node:events';
import type { Socket } from 'socket.io';
import type { Platform } from '../../platform/platform.ts';
import type { EventStream } from '../../platform/sse.ts';

/** Events that may be on their way before the connection has to take some. */
const maxWaiting = 200;
/** A client that has taken nothing for so long is cut off; it resumes with `last_event_id`. */
const stuckMs = 30_000;

/** Sends a stream's events to a connection until it ends or the signal fires; slow connections slow the stream down. */
export async function sendEvents(
  platform: Platform,
  socket: Socket,
  stream: EventStream,
  signal: AbortSignal,
): Promise<void> {
  let waiting = 0;
  const taken = (): void => {
    waiting = 0;
  };
  const { conn } = socket;
  conn.on('drain', taken);
  try {
    await stream.run(({ id, event, text }) => {
      if (signal.aborted) return undefined;
      const data = JSON.parse(text) as object;
      socket.emit(event, id === undefined ? data : { ...data, event_id: id });
      waiting += 1;
      if (waiting < maxWaiting) return undefined;
      return once(conn, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(stuckMs)]) });
    }, signal);
  } catch (error) {
    if (signal.aborted) return;
    platform.log.info({ err: error }, 'a socket was cut off');
    socket.disconnect(true);
  } finally {
    conn.off('drain', taken);
  }
}
