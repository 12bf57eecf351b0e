import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '../loopback.ts';

/** A TCP proxy between an installation's processes and one of its stores. */
export interface StoreProxy {
  /** The store's address with the proxy in its place. */
  readonly url: string;
  /** Ends all connections, as a network failure does; new ones are forwarded. */
  cut(): void;
  /**
   * Forwards nothing in either direction for this many milliseconds while connections stay open; then forwards
   * everything.
   */
  freeze(ms: number): Promise<void>;
  /** Ends all connections, and new ones immediately, for this many milliseconds, as a server that is stopped does. */
  refuse(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy on loopback in front of the store at `url`. */
export async function startStoreProxy(url: string): Promise<StoreProxy> {
  const target = new URL(url);
  const pairs = new Set<readonly [Socket, Socket]>();
  let thaw: Promise<void> | undefined;
  let isRefusing = false;
  const server = createServer((client) => {
    if (isRefusing) {
      client.destroy();
      return;
    }
    const store = connect(Number(target.port), target.hostname);
    const pair = [client, store] as const;
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) socket.setNoDelay(true).on('error', end).on('close', end);
    const pass = async (): Promise<void> => {
      await thaw;
      client.pipe(store);
      store.pipe(client);
    };
    void pass();
  });
  const { port, cut, close } = await listenOnLoopback(server);
  const own = new URL(url);
  own.hostname = '127.0.0.1';
  own.port = String(port);
  return {
    url: own.href,
    cut,
    async freeze(ms) {
      thaw = new Promise((resolve) => {
        setTimeout(resolve, ms);
      });
      for (const [client, store] of pairs) {
        client.unpipe(store);
        store.unpipe(client);
        client.pause();
        store.pause();
      }
      const frozen = [...pairs];
      await thaw;
      thaw = undefined;
      for (const [client, store] of frozen) {
        client.pipe(store);
        store.pipe(client);
      }
    },
    async refuse(ms) {
      isRefusing = true;
      cut();
      await new Promise((resolve) => {
        setTimeout(resolve, ms);
      });
      isRefusing = false;
    },
    close,
  };
}
