import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'socket.io';
import { groupAddress } from '../../platform/http/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { addressOf } from './socket-address.ts';
import type { SocketRefusal } from './refuse-socket.ts';

/** Maximum messages of a connection that has not joined a namespace; a client joins the four of them at most. */
const maxWhileWaiting = 20;
/** The same within a window of a connection that has joined one: it may follow a hundred streams again, and leave them. */
const maxInWindow = 500;
const windowMs = 10_000;

/**
 * Limits connections that have not joined a namespace: an address may have as many waiting as it may have open in
 * total. A connection that has left its last namespace is closed, and so is one that sends too many messages: each is
 * answered, also by a refusal, and there can be thousands in one packet of the network.
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
  io.engine.on('connection', (connection: Connection) => {
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
    boundMessages(connection, () => (isWaiting ? maxWhileWaiting : maxInWindow));
  });
}

interface Connection {
  readonly request: IncomingMessage;
  once(event: 'close', listener: () => void): void;
  on(event: 'packet', listener: () => void): void;
  close(discard: true): void;
}

/** Closes a connection that sends more messages than `limit` within a window; answers that wait for it are discarded. */
function boundMessages(connection: Connection, limit: () => number): void {
  let began = performance.now();
  let count = 0;
  connection.on('packet', () => {
    const now = performance.now();
    if (now - began > windowMs) {
      began = now;
      count = 0;
    }
    count += 1;
    if (count > limit()) connection.close(true);
  });
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
  // Each stream that it follows listens, and Node warns from the eleventh listener on.
  conn.setMaxListeners(0);
  joined.get(conn)?.();
  memberships.set(conn, (memberships.get(conn) ?? 0) + 1);
  socket.on('disconnect', () => {
    const left = (memberships.get(conn) ?? 1) - 1;
    memberships.set(conn, left);
    if (left === 0) conn.close();
  });
}
