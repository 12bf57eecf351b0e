import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, eventually, followFromNow } from '../../test/client.ts';
import { connected, disconnected, openSocket } from '../../test/sockets.ts';
import { type ServerUnderTest, startServer } from '../../test/start-server.ts';

let server: ServerUnderTest;
const sockets: Socket[] = [];
const bounds = { MAX_STREAMS_PER_SESSION: '2', MAX_STREAMS_PER_KEY: '3', MAX_STREAMS_PER_IP: '8' };

beforeAll(async () => {
  server = await startServer(bounds);
});
afterAll(() => server.close());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

const scopes = ['threads:read', 'threads:write', 'agents:execute', 'personas:read'];

async function issueKey(more: Record<string, unknown> = {}): Promise<{ id: string; key: string }> {
  return (await call(server, 'POST', '/api/v1/api-keys', { body: { name: 'Reader', scopes, ...more } })).body.data;
}

async function openThread(): Promise<string> {
  const agent = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data.id;
  return (await call(server, 'POST', `/api/v1/agents/${agent}/threads`)).body.data.id;
}

async function openChat() {
  const agent_id = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data.id;
  const chat = (await call(server, 'POST', '/api/v1/chat-interfaces', { body: { name: 'Help desk', agent_id } })).body
    .data;
  const base = `/api/public/chat-interfaces/${chat.slug}/sessions`;
  const { id, token } = (await call(server, 'POST', base, { key: null, body: {} })).body.data;
  return { chat, token, path: `${base}/${id}`, headers: { Authorization: `Bearer ${token}` } };
}

/** Follows an address; resolves once its stream is open. */
const follow = async (path: string, options: { key?: string | null; headers?: Record<string, string> }) => {
  const stop = new AbortController();
  const { events } = await followFromNow(server, path, { ...options, signal: stop.signal });
  const ended = events.catch(() => undefined);
  return {
    ended,
    close: async () => {
      stop.abort();
      await ended;
    },
  };
};

function connect(namespace: string, auth: object): Socket {
  const socket = openSocket(server, namespace, auth);
  sockets.push(socket);
  return socket;
}

describe('streams and sockets of a key end with the key', () => {
  test.each<[string, (id: string) => Promise<unknown>]>([
    ['it is revoked', async (id) => call(server, 'DELETE', `/api/v1/api-keys/${id}`)],
    ['its secret is replaced', async (id) => call(server, 'POST', `/api/v1/api-keys/${id}/rotate`)],
    // Other processes' actions are visible only in the database.
    [
      'another process revokes it',
      async (id) => server.platform.database.sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${id}`,
    ],
    ['it expires', async (id) => server.platform.database.sql`UPDATE api_keys SET expires_at = now() WHERE id = ${id}`],
    [
      'it loses the scope',
      async (id) => server.platform.database.sql`
        UPDATE api_keys SET scopes = array_remove(scopes, 'threads:read') WHERE id = ${id}`,
    ],
  ])('when %s', async (_, change) => {
    const { id, key } = await issueKey();
    const thread = await openThread();
    const stream = await follow(`/api/v1/threads/${thread}/events`, { key });
    const socket = connect('/threads', { api_key: key });
    expect(await connected(socket)).toBe(true);
    const received: string[] = [];
    socket.onAny((event: string) => received.push(event));
    expect(await socket.emitWithAck('subscribe', { thread_id: thread })).toEqual({ ok: true });
    await eventually(async () => (received.includes('connected') ? true : undefined));
    await change(id);
    await stream.ended;
    // A socket whose key still has a scope stays open; it gets no events for lost scopes.
    const refused = socket.connected
      ? await Promise.race([
          socket.emitWithAck('subscribe', { thread_id: await openThread() }),
          disconnected(socket).then(() => ({ ok: false })),
        ])
      : { ok: false };
    expect(refused.ok).toBe(false);
    const before = received.length;
    await call(server, 'POST', `/api/v1/threads/${thread}/messages`, { body: { content: 'Hello' } });
    await call(server, 'GET', `/api/v1/threads/${thread}/messages`);
    expect(received.slice(before)).toEqual([]);
  });

  test('also for a socket that has no subscriptions', async () => {
    const { id, key } = await issueKey();
    const socket = connect('/personas', { api_key: key });
    expect(await connected(socket)).toBe(true);
    const gone = disconnected(socket);
    await call(server, 'DELETE', `/api/v1/api-keys/${id}`);
    expect(await gone).toBe('io server disconnect');
  });

  test('those of a visitor end with the session and the interface', async () => {
    const first = await openChat();
    const second = await openChat();
    const streams = await Promise.all(
      [first, second].map(async ({ path, headers }) => follow(`${path}/events`, { key: null, headers })),
    );
    const socket = connect('/chat', { token: second.token });
    expect(await connected(socket)).toBe(true);
    const gone = disconnected(socket);
    await call(server, 'DELETE', first.path, { key: null, headers: first.headers });
    await call(server, 'PATCH', `/api/v1/chat-interfaces/${second.chat.id}`, { body: { status: 'paused' } });
    await Promise.all([...streams.map(async ({ ended }) => ended), gone]);
  });
});

describe('open streams', () => {
  let earlier: ServerUnderTest;
  // A separate key, because streams that other tests have closed may still be counted for a moment.
  beforeAll(async () => {
    earlier = server;
    server = await startServer(bounds);
  });
  afterAll(async () => {
    await server.close();
    server = earlier;
  });

  test('are limited per key and per address', async () => {
    const thread = await openThread();
    const path = `/api/v1/threads/${thread}/events`;
    const keys = await Promise.all([issueKey(), issueKey(), issueKey()]);
    const [one, two, three] = keys.map(({ key }) => key);
    const streams = [];
    for (const key of [one, one, one]) streams.push(await follow(path, { key: key ?? '' }));
    const perKey = await call(server, 'GET', path, { key: one ?? '', headers: { Accept: 'text/event-stream' } });
    expect([perKey.status, perKey.body.error.details]).toMatchObject([429, { window: 'concurrent', limit: 3 }]);
    for (const key of [two, two, two, three, three]) streams.push(await follow(path, { key: key ?? '' }));
    const perAddress = await call(server, 'GET', path, { key: three ?? '', headers: { Accept: 'text/event-stream' } });
    expect([perAddress.status, perAddress.body.error.details]).toMatchObject([429, { window: 'concurrent', limit: 8 }]);
    expect((await call(server, 'GET', `/api/v1/threads/${thread}`, { key: three ?? '' })).status).toBe(200);
    for (const stream of streams) await stream.close();
  });
});

describe('open streams and sockets', () => {
  test('are limited per session, and a closed one frees its place', async () => {
    const { path, headers, token } = await openChat();
    const first = await follow(`${path}/events`, { key: null, headers });
    const socket = connect('/chat', { token });
    expect(await connected(socket)).toBe(true);
    const refused = await call(server, 'GET', `${path}/events`, {
      key: null,
      headers: { ...headers, Accept: 'text/event-stream' },
    });
    expect([refused.status, refused.body.error]).toMatchObject([
      429,
      { code: 'rate_limit_exceeded', details: { window: 'concurrent', limit: 2 } },
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await connected(connect('/chat', { token }));
    expect(other).toMatchObject({ code: 'rate_limit_exceeded', details: { window: 'concurrent', limit: 2 } });
    const message = await call(server, 'POST', `${path}/messages`, {
      key: null,
      headers: { ...headers, Accept: 'text/event-stream' },
      body: { content: 'Hello' },
    });
    expect(message.status).toBe(429);
    const kept = await call(server, 'GET', `${path}/messages`, { key: null, headers });
    expect(kept.body.data).toEqual([]);
    await first.close();
    const again = await eventually(async () => follow(`${path}/events`, { key: null, headers }).catch(() => undefined));
    await again.close();
    socket.close();
  });

  test('are closed soon if a socket joins no namespace or an unknown one', async () => {
    const url = `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const silent = new WebSocket(url);
    const closed = new Promise((resolve) => {
      silent.addEventListener('close', resolve);
    });
    const root = connect('/', {});
    expect(await connected(root)).toMatchObject({ code: 'resource_not_found' });
    const stranger = connect('/threads', { api_key: 'nonsense' });
    expect(await connected(stranger)).toMatchObject({ code: 'invalid_api_key' });
    await closed;
    await eventually(async () => (countConnections() === 0 ? true : undefined));
  });

  test('without a namespace are limited per address, and a closed one frees its place', async () => {
    const url = `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const open = async (): Promise<WebSocket | undefined> =>
      new Promise((resolve) => {
        const socket = new WebSocket(url);
        socket.addEventListener('open', () => resolve(socket));
        socket.addEventListener('error', () => resolve(undefined));
      });
    const opened = (await Promise.all(Array.from({ length: 20 }, open))).filter((socket) => socket !== undefined);
    expect(opened.length).toBeGreaterThan(0);
    expect(opened.length).toBeLessThanOrEqual(8);
    expect((await call(server, 'GET', '/healthz', { key: null })).status).toBe(200);
    // The server closes them, not the test.
    await Promise.all(
      opened.map(
        async (socket) =>
          new Promise((resolve) => {
            socket.addEventListener('close', resolve);
          }),
      ),
    );
    const again = await eventually(open);
    again.close();
  });

  function countConnections(): number {
    return sockets.filter((socket) => socket.io.engine.readyState === 'open').length;
  }
});
