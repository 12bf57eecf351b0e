import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenOnLoopback, type Listening } from '../../../test/loopback.ts';
import { watchBodies } from './watch-bodies.ts';

let listening: Listening;
beforeAll(async () => {
  const server = createServer((request, response) => {
    if (request.url === '/refused') {
      response.writeHead(401).end('no');
      return;
    }
    // The sender isn't responsible for a slow reader.
    if (request.url === '/busy') setTimeout(() => request.resume(), 4_000);
    else request.resume();
    request.on('end', () => response.end('read'));
  });
  watchBodies(server, { wholeMs: 2_000, spanMs: 1_500, spanBytes: 1_000 });
  listening = await listenOnLoopback(server);
});
afterAll(async () => listening.close());

/** Sends headers and then pieces, until the connection ends or all is sent; returns what came back. */
async function send(path: string, type: string, pieces: readonly string[], pauseMs: number): Promise<string> {
  const length = pieces.join('').length + (pauseMs === Infinity ? 1 : 0);
  const socket: Socket = connect(listening.port, '127.0.0.1');
  let answer = '';
  socket.on('data', (piece: Buffer) => {
    answer += piece.toString();
    if (answer.includes('read')) socket.end();
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`);
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(piece);
    if (pauseMs !== Infinity) await wait(pauseMs);
  }
  await closed;
  return answer;
}

const upload = 'multipart/form-data; boundary=x';
const trickle = Array.from({ length: 200 }, () => 'a');
/**
 * Longer than the whole body of a document may take; each piece is large enough for its interval, even on a busy
 * machine.
 */
const progress = Array.from({ length: 12 }, () => 'a'.repeat(1_200));

test.concurrent.each([
  ['a body that stops', '/', 'application/json', ['{"a":'], Infinity],
  ['a body that trickles', '/', 'application/json', trickle, 50],
  ['an upload that stops', '/', upload, ['--x'], Infinity],
  ['an upload that trickles', '/', upload, trickle, 50],
] as const)('%s is cut off with 408', async (_, path, type, pieces, pause) => {
  expect(await send(path, type, [...pieces], pause)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close/);
});

test.concurrent('a body that was refused without being read is aborted, too', async () => {
  expect(await send('/refused', 'application/json', trickle, 50)).toMatch(/^HTTP\/1\.1 401/);
});

test.concurrent('an upload that makes progress is read to its end, no matter how long it takes', async () => {
  expect(await send('/', upload, progress, 200)).toMatch(/^HTTP\/1\.1 200[\s\S]*read/);
});

test.concurrent('a sender that waits for us is not aborted', async () => {
  expect(await send('/busy', upload, ['a'.repeat(2_000_000)], 1)).toMatch(/^HTTP\/1\.1 200[\s\S]*read/);
});
