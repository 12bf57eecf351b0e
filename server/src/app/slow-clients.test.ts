import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../test/client.ts';
import { startMovableClock } from '../../test/movable-clock.ts';
import { type ServerUnderTest, startServer } from '../../test/start-server.ts';
import { createHttpServer } from './http.ts';

/**
 * Sends chunks over a connection, with a pause after each, until all are sent or the server has closed it; returns the
 * response.
 */
async function send(port: number, pieces: readonly string[], pauseMs: number, until?: RegExp): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8');
  socket.on('data', (piece: string) => {
    answer += piece;
    if (until?.test(answer) === true) socket.end();
  });
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => {
    socket.on('close', resolve);
  });
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(piece);
    await wait(pauseMs);
  }
  await closed;
  return answer;
}

/** A client that continues to send may lose the response, because unread bytes reset the connection. */
const refusedOrCut = /^(?:HTTP\/1\.1 408|$)/;

describe('a connection', () => {
  // The same server as in production with shorter timeouts; every timeout set here must be set there, too.
  const server = createHttpServer();
  const port = async (): Promise<number> => {
    if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  };
  afterAll(() => server.close());

  it('without headers, or idle, is closed', async () => {
    expect(server.headersTimeout).toBeGreaterThan(0);
    expect(server.keepAliveTimeout).toBeGreaterThan(0);
    Object.assign(server, { headersTimeout: 300, keepAliveTimeout: 100 });
    // The response before it is ready would close the connection anyway.
    server.removeAllListeners('request');
    server.on('request', (_request, response) => response.end('ok'));
    const [half, trickling, idle] = await Promise.all([
      send(await port(), ['GET / HTTP/1.1\r\nHost: x\r\n'], 0),
      send(
        await port(),
        Array.from({ length: 200 }, (_, at) => (at === 0 ? 'GET / HTTP/1.1\r\n' : `X-${at}: 1\r\n`)),
        50,
      ),
      send(await port(), ['GET / HTTP/1.1\r\nHost: x\r\n\r\n'], 0),
    ]);
    expect(half).toMatch(/^HTTP\/1\.1 408/);
    expect(trickling).toMatch(refusedOrCut);
    expect(idle).toMatch(/^HTTP\/1\.1 200/);
  });
});

it('a client that sent its headers while the process was stopped gets a response', async () => {
  const server = createHttpServer();
  server.removeAllListeners('request');
  server.on('request', (_request, response) => response.end('ok'));
  server.headersTimeout = 1_000;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = spawn(
    process.execPath,
    [
      '-e',
      `const socket = require('node:net').connect(${port}, '127.0.0.1', () => {
        setTimeout(() => socket.write('GET / HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n'), 500);
      });
      socket.pipe(process.stdout);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const answer = text(client.stdout);
  await once(server, 'connection');
  // Longer than the headers may take, and than the interval of the checks.
  const until = performance.now() + 4_000;
  while (performance.now() < until);
  expect(await answer).toMatch(/^HTTP\/1\.1 200/);
  server.close();
});

describe('a request body', () => {
  let server: ServerUnderTest;
  let port: number;
  let head: (path: string, type: string, length: number) => string;
  beforeAll(async () => {
    server = await startServer({}, { bodyTimes: { wholeMs: 1_500, spanMs: 1_000, spanBytes: 1_000 } });
    port = Number(new URL(server.url).port);
    head = (path, type, length) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${server.apiKey}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
  });
  afterAll(async () => server.close());

  it('that stalls or trickles is aborted with 408, even for many clients at once, while others are served', async () => {
    const trickle = Array.from({ length: 200 }, () => ' ');
    const slow = Array.from({ length: 60 }, async (_, at) => {
      const json = head('/api/v1/agents', 'application/json', 1_000);
      const upload = head('/api/v1/files', 'multipart/form-data; boundary=x', 1_000_000);
      return send(port, [at % 2 === 0 ? json : upload, ...(at % 3 === 0 ? [] : trickle)], 50);
    });
    expect((await call(server, 'GET', '/api/v1/agents')).status).toBe(200);
    for (const [at, answer] of (await Promise.all(slow)).entries()) {
      expect(answer).toMatch(at % 3 === 0 ? /^HTTP\/1\.1 408/ : refusedOrCut);
    }
    expect((await call(server, 'GET', '/api/v1/agents')).status).toBe(200);
  });

  it('of an upload that makes progress is accepted, no matter how long it takes', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
    // Each piece is large enough for its interval, even if a busy machine sends it late.
    const pieces = [part, ...Array.from({ length: 10 }, () => 'some text '.repeat(150)), '\r\n--x--\r\n'];
    const upload = head('/api/v1/files', 'multipart/form-data; boundary=x', pieces.join('').length);
    expect(await send(port, [upload, ...pieces], 200, /"file_size"|"error"/)).toMatch(/^HTTP\/1\.1 201/);
  });
});

it('a response that its client stops reading is given up', async () => {
  const server = await startServer({}, { stuckMs: 500 });
  try {
    const form = new FormData();
    form.set('file', new Blob(['some text '.repeat(3_000_000)]), 'large.txt');
    const { download_url: url } = (await call(server, 'POST', '/api/v1/files', { form })).body.data;
    const { pathname, search } = new URL(url);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, 'readable');
    socket.pause();
    await wait(3_000);
    let count = 0;
    socket.on('data', ({ length }) => {
      count += length;
    });
    socket.on('error', () => undefined);
    socket.resume();
    await once(socket, 'close');
    expect(count).toBeLessThan(30_000_000);
  } finally {
    await server.close();
  }
});

it('a body that is being sent while the clock is set forward is not slow', async () => {
  const clock = startMovableClock();
  const server = await startServer();
  const body = JSON.stringify({ name: 'Steady' });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('utf8');
  let answer = '';
  socket.on('data', (piece) => (answer += String(piece))).on('error', () => undefined);
  const closed = new Promise((resolve) => {
    socket.on('close', resolve);
  });
  socket.write(
    `POST /api/v1/agents HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: ${server.apiKey}\r\n` +
      `Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await once(socket, 'data');
  clock.forward(3_600_000);
  // The connection is checked every second.
  await wait(2_500);
  socket.write(body);
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 100[^]*HTTP\/1\.1 201/);
  clock.restore();
  await server.close();
});
