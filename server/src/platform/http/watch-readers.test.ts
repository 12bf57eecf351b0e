import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pipeline, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listenOnLoopback, type Listening } from '../../../test/loopback.ts';
import { watchReaders } from './watch-readers.ts';

const stuckMs = 400;
const large = Buffer.alloc(32 * 1024 * 1024, 'x');
const server = createServer((request, response) => {
  // Written at once, like JSON, or as fast as the client reads, like a download.
  if (request.url === '/whole') response.end(large);
  else if (request.url === '/piped') pipeline(Readable.from([large]), response, () => undefined);
  else setTimeout(() => response.end('late'), 1_200);
});
let listening: Listening;
beforeAll(async () => {
  server.keepAliveTimeout = 300;
  watchReaders(server, stuckMs);
  listening = await listenOnLoopback(server);
});
afterAll(async () => listening.close());

async function open(path: string, connection = 'close'): Promise<Socket> {
  const socket = connect(listening.port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`);
  return socket;
}

/** Returns the number of bytes until the connection is closed, which are read with pauses. */
async function read(socket: Socket, pauseMs: number): Promise<number> {
  let count = 0;
  socket.on('data', ({ length }) => {
    count += length;
    socket.pause();
    setTimeout(() => socket.resume(), pauseMs);
  });
  // Also after an error, with which `once` of node:events would reject.
  await new Promise((resolve) => {
    socket.once('close', resolve);
  });
  return count;
}

it.each(['/whole', '/piped'])('%s is given up if its client stops reading', async (path) => {
  const accepting = once(server, 'connection');
  const client = await open(path);
  client.pause();
  const [accepted] = (await accepting) as [Socket];
  await expect.poll(() => accepted.destroyed).toBe(true);
  client.destroy();
});

it('a response is sent to the end to a client that reads slowly or waits for it', async () => {
  const stalls = monitorEventLoopDelay({ resolution: 10 });
  stalls.enable();
  const readBoth = async (): Promise<number[]> => {
    stalls.reset();
    const [slow, late] = await Promise.all([open('/whole'), open('/late')]);
    return Promise.all([read(slow, 2), read(late, 0)]);
  };
  let [whole = 0, awaited = 0] = await readBoth();
  // A client whose process got no processor for that long has stopped reading, too.
  while (whole < large.length && stalls.max / 1e6 > stuckMs / 2) [whole = 0, awaited = 0] = await readBoth();
  expect(whole).toBeGreaterThan(large.length);
  expect(awaited).toBeGreaterThan(0);
});

it('an idle connection is closed', async () => {
  expect(await read(await open('/late', 'keep-alive'), 0)).toBeGreaterThan(0);
});
