import { once } from 'node:events';
import type { Socket } from 'socket.io';
import type { Platform } from '../../platform/platform.ts';
import type { EventStream } from '../../platform/sse.ts';

/** The number of unacknowledged events before sending pauses. */
const maxWaiting = 200;
/** A client that has not read anything for this long is disconnected; it resumes with `last_event_id`. */
const stuckMs = 30_000;

/**
 * Sends a stream's events to a connection until the connection ends or the signal fires. A slow connection slows the
 * stream down.
 */
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
