import { once } from 'node:events';
import type { Server, Socket } from 'node:net';

/** A server of a test that listens on loopback. */
export type Listening = {
  /** Its origin. */
  url: string;
  /** Ends every connection that is open now. */
  cut: () => void;
  /** Ends every connection and the server. */
  stop: () => Promise<void>;
};

/** Lets a server (TCP or HTTP) listen on a free port of the loopback. */
export async function listenOnLoopback(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
