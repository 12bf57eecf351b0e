import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'socket.io';
import { groupAddress } from '../../platform/http/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { addressOf } from './socket-address.ts';
import type { SocketRefusal } from './refuse-socket.ts';

/**
 * Limits connections that have not joined a namespace: an address may have as many waiting as it may have open in
 * total. A connection that has left its last namespace is closed.
 */
export function boundConnections(io: Server, platform: Platform): void {
  // socket.io always creates the namespace `/`, which would accept anyone.
  io.use((_, next) => next(Object.assign(new Error('refused'), { data: nothingHere })));
  const waiting = new Map<string, number>();
  const addressFor = (request: IncomingMessage): string =>
    groupAddress(addressOf(platform, { headers: request.headers, address: request.socket.remoteAddress ?? '' }));
  io.engine.opts.allowRequest = (request, decide) => {
    const isFull = (waiting.get(addressFor(request)) ?? 0) >= platform.config.maxStreams.ip;
    decide(isFull ? 'too many connections' : null, !isFull);
  };
  io.engine.on(
    'connection',
    (connection: { request: IncomingMessage; once(event: 'close', listener: () => void): void }) => {
      const address = addressFor(connection.request);
      waiting.set(address, (waiting.get(address) ?? 0) + 1);
      let isWaiting = true;
      const settle = (): void => {
        if (!isWaiting) return;
        isWaiting = false;
        const left = (waiting.get(address) ?? 1) - 1;
        if (left > 0) waiting.set(address, left);
        else waiting.delete(address);
      };
      joined.set(connection, settle);
      connection.once('close', settle);
    },
  );
}

const nothingHere: SocketRefusal = {
  code: 'resource_not_found',
  message: 'There is nothing in this namespace. Connect to /threads, /personas or /chat.',
  details: { resource: 'namespace', id: '/' },
};

const joined = new WeakMap<object, () => void>();
const memberships = new WeakMap<object, number>();

/** Records that a connection has joined a namespace, and closes the connection once it has left the last one. */
export function holdConnection(socket: Socket): void {
  const { conn } = socket;
  joined.get(conn)?.();
  memberships.set(conn, (memberships.get(conn) ?? 0) + 1);
  socket.on('disconnect', () => {
    const left = (memberships.get(conn) ?? 1) - 1;
    memberships.set(conn, left);
    if (left === 0) conn.close();
  });
}
