import { io, type Socket } from 'socket.io-client';
import type { Endpoint } from './client.ts';

/** The error that a namespace sends to a client that it refuses. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details: Record<string, unknown>;
}

/** Connects to a namespace over a WebSocket, once: a socket that is refused or closed stays closed. */
export function openSocket(
  server: Pick<Endpoint, 'url'>,
  namespace: string,
  auth: object,
  headers: Record<string, string> = {},
): Socket {
  const transport = { forceNew: true, reconnection: false, transports: ['websocket'] };
  return io(server.url + namespace, { auth, extraHeaders: headers, ...transport });
}

/** Whether a socket was accepted, or why it wasn't. Throws if it is closed before either is known. */
export async function connected(socket: Socket): Promise<true | Refusal> {
  return new Promise((resolve, reject) => {
    socket.io.on('close', (reason) => {
      // A client that is refused closes its connection by itself, before it reports why.
      if (reason !== 'forced close') reject(new Error(`the socket was closed: ${reason}`));
    });
    socket.on('connect', () => resolve(true));
    socket.on('connect_error', (error) => resolve((error as Error & { data: Refusal }).data));
  });
}

/** Waits until a socket is closed; returns the reason that socket.io gives. */
export async function disconnected(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.on('disconnect', resolve);
  });
}
