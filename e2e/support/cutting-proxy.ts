import { connect, createServer } from 'node:net';
import { listenOnLoopback } from './loopback.ts';

/** A connection to the server under test that a test can cut. */
export type CuttingProxy = {
  /** The server's origin through the proxy. */
  url: string;
  /** Cuts the next connection that sends that many bytes to the server, once. */
  cutAfter: (bytes: number) => void;
  /** Resolves once that has happened. */
  isCut: () => Promise<void>;
  /** While it is closed, connections are refused as by a server that is down. */
  close: () => void;
  open: () => void;
  stop: () => Promise<void>;
};

/** Passes bytes between the browser and the server at `target`, and cuts connections when the test asks for it. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  let limit = Infinity;
  let isClosed = false;
  let cut = Promise.withResolvers<void>();

  const server = createServer((client) => {
    if (isClosed) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      socket.on('error', end).on('close', end);
    }
    let carried = 0;
    client.on('data', (bytes) => {
      carried += bytes.length;
      if (carried > limit) {
        limit = Infinity;
        end();
        cut.resolve();
        return;
      }
      if (!upstream.write(bytes)) {
        client.pause();
        upstream.once('drain', () => client.resume());
      }
    });
    upstream.pipe(client);
  });
  const { url, cut: cutAll, stop } = await listenOnLoopback(server);
  return {
    url,
    cutAfter: (bytes) => {
      limit = bytes;
      cut = Promise.withResolvers<void>();
    },
    isCut: () => cut.promise,
    close: () => {
      isClosed = true;
      cutAll();
    },
    open: () => {
      isClosed = false;
    },
    stop,
  };
}
