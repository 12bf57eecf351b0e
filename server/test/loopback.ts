import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A server of a test that listens on loopback. */
export interface Listening {
  /** Its address and port, for OUTBOUND_ALLOW. */
  readonly host: string;
  /** Its origin as an HTTP server. */
  readonly url: string;
  readonly port: number;
  /** Ends every connection that is open now. */
  cut(): void;
  /** Ends every connection and the server. */
  close(): Promise<void>;
}

/** Starts an HTTP server on loopback that responds to requests with `listener`. */
export async function serveOnLoopback(listener: RequestListener): Promise<Listening> {
  return listenOnLoopback(createServer(listener));
}

/** Lets a server (TCP or HTTP) listen on a port of the loopback, by default on a free one. */
export async function listenOnLoopback(server: Server, wanted = 0): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await once(server.listen(wanted, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    host,
    url: `http://${host}`,
    port,
    cut,
    close: async () => {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      cut();
      await closed;
    },
  };
}
