import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveOnLoopback } from '../../../test/loopback.ts';
import { createOutbound, type Outbound } from './outbound.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const hangs = {
  beforeHeaders: () => {},
  insideBody: (_, response) => response.write('begun'),
  betweenDrops: (_, response) => void setInterval(() => response.write('.'), 20).unref(),
} satisfies Record<string, Handler>;

let handle: Handler;
let seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
const {
  url: base,
  port,
  close,
} = await serveOnLoopback((request, response) => {
  void (async () => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    handle(request, response, body);
  })();
});
let outbound: Outbound;

beforeAll(() => {
  outbound = createOutbound({
    allow: `127.0.0.1:${port}, other.test:${port}`,
    lookup: (hostname) => Promise.resolve([{ address: hostname === 'internal.test' ? '10.0.0.1' : '127.0.0.1' }]),
  });
});
afterAll(async () => {
  await outbound.close();
  await close();
});
beforeEach(() => {
  seen = [];
  handle = (_, response) => response.end('hello');
});

describe('a request', () => {
  it('reaches a server that is allowed, with method, headers and body', async () => {
    handle = (_, response) => response.writeHead(201, { 'x-answer': 'yes', 'set-cookie': ['a=1', 'b=2'] }).end('made');
    const answer = await outbound.request(`${base}/things?x=1`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Key': 'k' },
      body: '{"a":1}',
    });
    expect(answer).toMatchObject({ status: 201, url: `${base}/things?x=1` });
    expect(answer.headers).toMatchObject({ 'x-answer': 'yes', 'set-cookie': 'a=1, b=2' });
    expect(answer.body.toString()).toBe('made');
    expect(seen).toMatchObject([
      { method: 'POST', url: '/things?x=1', body: '{"a":1}', headers: { 'x-key': 'k', host: `127.0.0.1:${port}` } },
    ]);
  });

  it('keeps the host name in Host while it connects to the checked address', async () => {
    await outbound.request(`http://other.test:${port}/`);
    expect(seen[0]?.headers.host).toBe(`other.test:${port}`);
  });

  it('returns every status as a response', async () => {
    handle = (_, response) => response.writeHead(503).end('busy');
    expect(await outbound.request(base)).toMatchObject({ status: 503 });
  });

  it('omits headers that belong to the connection', async () => {
    const headers = {
      Host: 'evil.example',
      'Transfer-Encoding': 'chunked',
      'Content-Length': '999',
      Connection: 'upgrade',
      'X-Ok': '1',
    };
    await outbound.request(base, { method: 'POST', body: 'abc', headers });
    expect(seen[0]?.headers).toMatchObject({ host: `127.0.0.1:${port}`, 'content-length': '3', 'x-ok': '1' });
    expect(seen[0]?.headers).not.toHaveProperty('transfer-encoding');
  });

  it.each([
    ['header value', { headers: { 'x-a': 'b\r\nx-c: d' } }],
    ['header name', { headers: { 'x a': 'b' } }],
    ['method', { method: 'GET / HTTP/1.1\r\nx' }],
  ])('with a broken %s is refused', async (_, options) => {
    await expect(outbound.request(base, options)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(seen).toEqual([]);
  });

  it('is repeated once if its kept connection is closed before the response, unless its method is not idempotent', async () => {
    const reach = async (method: string): Promise<string> => {
      const door = createOutbound({ allow: `127.0.0.1:${port}` });
      const used = new Set<object>();
      let isKept = false;
      handle = ({ socket }, response) => {
        isKept = used.has(socket);
        used.add(socket);
        response.end('hello');
      };
      // A connection is free a moment after the response.
      while (!isKept) await door.request(base);
      handle = ({ socket }, response) => (used.has(socket) ? socket.destroy() : response.end('hello'));
      seen = [];
      const answer = await door.request(base, { method }).then(
        ({ status }) => String(status),
        ({ code }: { code: string }) => code,
      );
      await door.close();
      return `${method}: ${answer} after ${seen.length}`;
    };
    expect(await reach('GET')).toBe('GET: 200 after 2');
    expect(await reach('PUT')).toBe('PUT: 200 after 2');
    expect(await reach('POST')).toBe('POST: connection_failed after 1');
    // A server that closes every connection isn't asked for ever, and only once if the caller decides so.
    handle = (request) => request.socket.destroy();
    seen = [];
    await expect(outbound.request(base)).rejects.toMatchObject({ code: 'connection_failed' });
    expect(seen).toHaveLength(2);
    await expect(outbound.request(base, { repeat: false })).rejects.toMatchObject({ code: 'connection_failed' });
    expect(seen).toHaveLength(3);
  });

  it('fails with a code when nothing listens', async () => {
    const gone = await serveOnLoopback(() => undefined);
    await gone.close();
    const door = createOutbound({ allow: '127.0.0.1' });
    const failure = await door.request(gone.url).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'connection_failed', retryable: true });
    expect(String(failure)).not.toContain('127.0.0.1');
    await door.close();
  });
});

describe('bounds', () => {
  it('refuse a longer response, or truncate it', async () => {
    handle = (_, response) => response.end('x'.repeat(5000));
    await expect(outbound.request(base, { maxBytes: 4999 })).rejects.toMatchObject({ code: 'too_large' });
    expect((await outbound.request(base, { maxBytes: 5000 })).body).toHaveLength(5000);
    expect((await outbound.request(base, { maxBytes: 100, truncate: true })).body.toString()).toBe('x'.repeat(100));
  });

  it('stop reading an endless response', async () => {
    let closed = false;
    handle = (_, response) => {
      const timer = setInterval(() => response.write('y'.repeat(10_000)), 1);
      response.on('close', () => {
        closed = true;
        clearInterval(timer);
      });
    };
    await expect(outbound.request(base, { maxBytes: 50_000 })).rejects.toMatchObject({ code: 'too_large' });
    await expect.poll(() => closed).toBe(true);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('count the decompressed size of %s', async (encoding, compress) => {
    handle = (_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(compress('z'.repeat(3_000_000)));
    await expect(outbound.request(base, { maxBytes: 100_000 })).rejects.toMatchObject({ code: 'too_large' });
    expect((await outbound.request(base)).body.toString()).toBe('z'.repeat(3_000_000));
  });

  it.each([
    ['HEAD', 200],
    ['GET', 204],
    ['DELETE', 204],
    ['GET', 304],
    ['POST', 202],
  ])('accept a compressed response of nothing to %s with status %i', async (method, status) => {
    for (const encoding of ['gzip', 'deflate', 'br']) {
      for (const length of [{}, status === 202 ? { 'content-length': '0' } : {}]) {
        handle = (_, response) => response.writeHead(status, { 'content-encoding': encoding, ...length }).end();
        const answer = await outbound.request(base, { method });
        expect([answer.status, answer.body.length]).toEqual([status, 0]);
      }
    }
  });

  it('refuse a compressed response that is cut', async () => {
    const whole = gzipSync('z'.repeat(1_000));
    for (const length of [1, 12, whole.length - 1]) {
      handle = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(whole.subarray(0, length));
      await expect(outbound.request(base)).rejects.toMatchObject({ code: 'bad_answer' });
    }
  });

  it('have a status with an unknown encoding, if the body may be cut', async () => {
    handle = (_, response) => response.writeHead(200, { 'content-encoding': 'UTF-8' }).end('taken');
    const answer = await outbound.request(base, { truncate: true });
    expect([answer.status, answer.body.toString()]).toEqual([200, 'taken']);
  });

  it.each([
    ['broken', 'gzip'],
    ['unknown', 'zip, gzip'],
  ])('refuse %s compression', async (_, encoding) => {
    handle = (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end('no archive');
    await expect(outbound.request(base)).rejects.toMatchObject({ code: 'bad_answer' });
  });

  it.each([
    ['before the headers', hangs.beforeHeaders],
    ['inside the body', hangs.insideBody],
    ['between drops', hangs.betweenDrops],
  ])('end a server that hangs %s', async (_, hang) => {
    handle = hang;
    await expect(outbound.request(base, { timeoutMs: 150 })).rejects.toMatchObject({
      code: 'timeout',
      retryable: true,
    });
  });

  it('end a look-up that hangs', async () => {
    const door = createOutbound({ allow: '', lookup: () => new Promise(() => {}) });
    await expect(door.request('http://slow.example/', { timeoutMs: 100 })).rejects.toMatchObject({ code: 'timeout' });
    await door.close();
  });

  it('report a connection that breaks inside the body', async () => {
    handle = (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('begun');
      setTimeout(() => response.destroy(), 20);
    };
    await expect(outbound.request(base)).rejects.toMatchObject({ code: 'connection_failed' });
  });
});

describe('the signal', () => {
  it.each([
    ['before the headers', hangs.beforeHeaders],
    ['inside the body', hangs.insideBody],
  ])('stops a request %s with its own reason', async (_, hang) => {
    handle = hang;
    const controller = new AbortController();
    const reason = new Error('cancelled');
    const asking = outbound.request(base, { signal: controller.signal });
    await expect.poll(() => seen.length).toBe(1);
    controller.abort(reason);
    await expect(asking).rejects.toBe(reason);
  });

  it('prevents a request completely', async () => {
    await expect(outbound.request(base, { signal: AbortSignal.abort(new Error('late')) })).rejects.toThrow('late');
    expect(seen).toEqual([]);
  });
});

describe('redirects', () => {
  const redirect =
    (to: string, status = 302): Handler =>
    (request, response) => {
      if (request.url === '/end') response.end('arrived');
      else response.writeHead(status, { location: to }).end();
    };

  it('are followed, and the response contains the final address', async () => {
    handle = redirect('/end');
    const answer = await outbound.request(`${base}/start`);
    expect(answer).toMatchObject({ status: 200, url: `${base}/end` });
    expect(answer.body.toString()).toBe('arrived');
  });

  it('are returned if they should not be followed', async () => {
    handle = redirect('/end');
    expect(await outbound.request(base, { followRedirects: false })).toMatchObject({ status: 302 });
    expect(seen).toHaveLength(1);
  });

  it('end after five', async () => {
    handle = redirect('/again');
    await expect(outbound.request(base)).rejects.toMatchObject({ code: 'too_many_redirects' });
    expect(seen).toHaveLength(6);
  });

  it.each([
    ['http://10.0.0.1/', 'address_refused'],
    ['http://169.254.169.254/latest/meta-data/', 'address_refused'],
    ['http://internal.test/', 'address_refused'],
    ['http://[::1]/', 'address_refused'],
    ['//127.0.0.2/', 'address_refused'],
    ['http://127.0.0.1:1/', 'address_refused'],
    ['file:///etc/passwd', 'scheme_refused'],
    ['http://a:b@other.test/', 'credentials_refused'],
    ['http://[', 'invalid_url'],
  ])('to %s are checked again: %s', async (to, code) => {
    handle = redirect(to);
    await expect(outbound.request(base)).rejects.toMatchObject({ code });
    expect(seen).toHaveLength(1);
  });

  it.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [307, 'POST', 'POST'],
    [308, 'PUT', 'PUT'],
    [301, 'PUT', 'PUT'],
  ])('of status %i turn %s into %s', async (status, before, after) => {
    handle = redirect('/end', status);
    const body = before === 'HEAD' ? null : 'data';
    await outbound.request(base, { method: before, body, headers: { 'content-type': 'text/plain' } });
    expect(seen[1]).toMatchObject({ method: after, body: after === before ? (body ?? '') : '' });
    expect(seen[1]?.headers['content-type']).toBe(after === before ? 'text/plain' : undefined);
  });

  it.each([
    [
      'keep every header on the same origin',
      () => '/end',
      { authorization: 'Bearer s', cookie: 'c=1', 'x-api-key': 'k', accept: 'text/html' },
    ],
    ['drop all that may hold a key for another origin', () => `http://other.test:${port}/end`, { accept: 'text/html' }],
  ])('%s', async (_, to, kept) => {
    const headers = { Authorization: 'Bearer s', Cookie: 'c=1', 'X-Api-Key': 'k', Accept: 'text/html' };
    handle = redirect(to());
    await outbound.request(base, { headers });
    const { authorization, cookie, accept, 'x-api-key': key } = seen[1]?.headers ?? {};
    expect(JSON.parse(JSON.stringify({ authorization, cookie, accept, 'x-api-key': key }))).toEqual(kept);
  });
});

describe('as a fetch', () => {
  it('behaves like fetch, with streaming', async () => {
    let proceed = () => {};
    handle = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('one');
      proceed = () => response.end('two');
    };
    const answer = await outbound.fetch(`${base}/sse`, { method: 'POST', headers: { 'x-a': 'b' }, body: 'hi' });
    expect([answer.ok, answer.status, answer.headers.get('content-type')]).toEqual([true, 200, 'text/event-stream']);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('one');
    proceed();
    expect((await reader?.read())?.value).toBe('two');
    expect((await reader?.read())?.done).toBe(true);
    expect(seen[0]).toMatchObject({ method: 'POST', body: 'hi', headers: { 'x-a': 'b' } });
  });

  it('supports JSON, empty responses and compression', async () => {
    const { fetch } = outbound;
    handle = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"a":1}'));
    expect(await (await fetch(base)).json()).toEqual({ a: 1 });
    handle = (_, response) => response.writeHead(204).end();
    expect((await fetch(base)).status).toBe(204);
  });

  it('keeps the checks and the limits', async () => {
    const { fetch } = outbound;
    await expect(fetch('http://10.0.0.1/')).rejects.toMatchObject({ code: 'address_refused' });
    await expect(fetch('http://u:p@example.com/')).rejects.toMatchObject({ code: 'credentials_refused' });
    handle = (_, response) => response.end('x'.repeat(10_485_761));
    await expect((await fetch(base)).text()).rejects.toMatchObject({ code: 'too_large' });
  });

  it('stops with the signal, and when its stream is cancelled', async () => {
    let closed = false;
    handle = (_, response) => {
      response.write('begun');
      response.on('close', () => (closed = true));
    };
    const controller = new AbortController();
    const answer = await outbound.fetch(base, { signal: controller.signal });
    await answer.body?.cancel();
    await expect.poll(() => closed).toBe(true);
    const second = await outbound.fetch(base, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(second.text()).rejects.toThrow('enough');
  });
});
