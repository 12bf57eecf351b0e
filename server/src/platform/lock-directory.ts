import { createHash } from 'node:crypto';
import { realpath, stat, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartError } from './errors.ts';

export interface DirectoryHold {
  /**
   * Responds to requests that `askHolder` sends from other processes of this user; until it is set they get
   * `stillStarting`. `answer` must not throw: the other process would get no response.
   */
  serve(answer: (request: string) => Promise<string>): void;
  /**
   * Checks that this process still holds the lock: two processes that start after a crash may both have found it free.
   */
  confirm(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Locks a directory for this process, or returns undefined if another live process has locked it.
 *
 * The lock is a listening Unix socket: the system closes it with the process, however that ends, so neither a stale
 * lock file nor a reused process id can prevent a start.
 */
export async function lockDirectory(directory: string): Promise<DirectoryHold | undefined> {
  const path = await socketPathFor(directory);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const server = await listen(path);
    if (server !== undefined) return createHold(server, path);
    if (await isAnswered(path)) return undefined;
    await unlink(path).catch(() => undefined);
  }
  return undefined;
}

/** The response of a process that has locked the directory, but does not respond to requests yet. */
export const stillStarting = 'still starting';

/**
 * Sends a request to the process that has locked the directory, and returns its response; undefined if there is no such
 * process, and an empty text if it ends before it responds.
 */
export async function askHolder(directory: string, request: string): Promise<string | undefined> {
  const path = await socketPathFor(directory);
  return new Promise((resolve, reject) => {
    const socket = connect({ path, allowHalfOpen: true });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve('');
      else reject(error);
    });
    socket.once('connect', () => {
      socket.end(request);
      text(socket).then(resolve, reject);
    });
  });
}

async function socketPathFor(directory: string): Promise<string> {
  const real = await realpath(directory);
  const inside = join(real, '.portico.sock');
  if (Buffer.byteLength(inside) <= 100) return inside;
  return join(tmpdir(), `portico-${createHash('sha256').update(real).digest('hex').slice(0, 24)}.sock`);
}

async function createHold(server: Server, path: string): Promise<DirectoryHold> {
  server.unref();
  const { ino } = await stat(path);
  return {
    serve(answer) {
      server.removeAllListeners('connection');
      server.on('connection', (socket) => {
        socket.on('error', () => socket.destroy());
        text(socket)
          .then(async (request) => (request === '' ? '' : answer(request)))
          .then((reply) => socket.end(reply))
          .catch(() => socket.destroy());
      });
    },
    async confirm() {
      const now = await stat(path).catch(() => undefined);
      if (now?.ino !== ino) throw new StartError('DATA_DIR: another Portico server started on it at the same time');
    },
    async release() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

async function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => socket.destroy());
      // Read to its end: otherwise the system would reset the connection before the response is read.
      socket.resume().once('end', () => socket.end(stillStarting));
    });
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(path, () => resolve(server));
  });
}

async function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
