import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Response } from 'express';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { EventStream, sendEvents, type Send } from './sse.ts';

let stream: EventStream;
const stopping = new AbortController();
const server = createServer((request, response) => {
  // The first of two requests on one connection, which is slow.
  if (request.url === '/slow') setTimeout(() => response.end('slow'), 100);
  else void sendEvents(response as Response, stream, [stopping.signal]);
});
// A connection is closed soon after its last response.
server.keepAliveTimeout = 100;
let port: number;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

const event = (id: number, text = `{"id":${id},"word":"schön"}`) => ({ id, event: 'tick', text });

function count(to: number, text?: string): EventStream {
  return new EventStream(async (send) => {
    for (let id = 1; id <= to; id += 1) await send(event(id, text));
  });
}

/** Everything sent over a connection until it is closed, after `request`. */
async function readRaw(request: string): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  socket.write(request);
  await once(socket, 'close');
  return said;
}

const expected = (to: number): string =>
  Array.from({ length: to }, (_, i) => `id: ${i + 1}\nevent: tick\ndata: {"id":${i + 1},"word":"schön"}\n\n`).join('');

test('every event arrives unchanged', async () => {
  stream = count(50);
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(await response.text()).toBe(`retry: 2000\n\n${expected(50)}`);
});

test('a HEAD gets the headers at once, and starts nothing', async () => {
  let isStarted = false;
  const ended = new AbortController();
  stream = new EventStream(async () => {
    isStarted = true;
    await once(ended.signal, 'abort');
  });
  // A stream that was started would answer only once it ends.
  onTestFinished(() => ended.abort());
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  expect(isStarted).toBe(false);
});

test('events that are sent together reach the connection in one write', async () => {
  let writes = 0;
  let together = 0;
  server.once('connection', (socket) => {
    const { _write: write, _writev: writev } = socket;
    socket._write = (...words) => {
      writes += 1;
      write.apply(socket, words);
    };
    socket._writev = (...words) => {
      writes += 1;
      writev?.apply(socket, words);
    };
  });
  stream = new EventStream(async (send) => {
    await wait(20);
    writes = 0;
    for (let id = 1; id <= 5; id += 1) void send(event(id));
    await wait(20);
    together = writes;
  });
  const said = await readRaw('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect([...said.matchAll(/id: (\d+)\nevent/g)].map(([, id]) => Number(id))).toEqual([1, 2, 3, 4, 5]);
  expect(together).toBe(1);
});

test('a client of HTTP 1.0 gets them without chunks', async () => {
  stream = count(3);
  const said = await readRaw('GET / HTTP/1.0\r\n\r\n');
  expect(said.split('\r\n\r\n').slice(1).join('\r\n\r\n')).toBe(`retry: 2000\n\n${expected(3)}`);
});

test('a stream that waits for another response on its connection is sent after it', async () => {
  stream = count(3);
  const said = await readRaw(
    'GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  );
  const [, second = ''] = said.split('slow');
  const chunks = second.slice(second.indexOf('\r\n\r\n') + 4).split('\r\n');
  expect(chunks.filter((_, i) => i % 2 === 1).join('')).toBe(`retry: 2000\n\n${expected(3)}`);
});

test('a slow client is waited for, and gets everything', async () => {
  const long = JSON.stringify('x'.repeat(100_000));
  let sent = 0;
  stream = new EventStream(async (send) => {
    for (let id = 1; id <= 200; id += 1) {
      await send(event(id, long));
      sent = id;
    }
  });
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  let before = -1;
  while (sent === 0 || sent > before) {
    before = sent;
    await wait(50);
  }
  expect(sent).toBeLessThan(200);
  let said = '';
  socket.on('data', (bytes: Buffer) => {
    said += bytes.toString('latin1');
  });
  socket.resume();
  await once(socket, 'close');
  expect(sent).toBe(200);
  expect([...said.matchAll(/id: (\d+)\nevent/g)].map(([, id]) => Number(id))).toEqual(
    Array.from({ length: 200 }, (_, i) => i + 1),
  );
});

test('a stream ends when its client disconnects or the server stops', async () => {
  const ended = Promise.withResolvers<void>();
  const sends: Send[] = [];
  stream = new EventStream(async (send, signal) => {
    sends.push(send);
    await once(signal, 'abort');
    // Data that is sent too late is discarded.
    expect(send(event(1))).toBeUndefined();
    ended.resolve();
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await ended.promise;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  stopping.abort();
  expect(await answer.text()).toBe('retry: 2000\n\n');
  expect(sends).toHaveLength(2);
});
