import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A client that has read nothing of its response for this long is disconnected, as in the streams of SSE. */
const defaultStuckMs = 30_000;

/**
 * Closes connections whose clients don't read their responses: each of them keeps a response in memory, and a stranger
 * can open thousands. Node reports a connection on which nothing could be read or written for `stuckMs`; one that has
 * nothing to read yet, because its response is being computed or its body arrives (watch-bodies.ts), stays open.
 */
export function watchReaders(server: Server, stuckMs = defaultStuckMs): void {
  const unfinished = new WeakMap<Socket, number>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    unfinished.set(socket, (unfinished.get(socket) ?? 0) + 1);
    response.once('close', () => unfinished.set(socket, (unfinished.get(socket) ?? 1) - 1));
  });
  server.setTimeout(stuckMs, (socket: Socket) => {
    // With a listener, Node no longer closes idle connections itself.
    const isIdle = (unfinished.get(socket) ?? 0) === 0;
    if (isIdle || socket.writableLength > 0) socket.destroy();
  });
}
