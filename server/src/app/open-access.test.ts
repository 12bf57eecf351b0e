import { describe, expect, test } from 'vitest';
import { call, eventually } from '../../test/client.ts';
import { connected, disconnected } from '../../test/sockets.ts';
import { useOpenAccess } from '../../test/use-open-access.ts';

const { server, issueKey, openThread, openChat, follow, connect } = useOpenAccess();

describe('streams and sockets of a key end with the key', () => {
  test.each<[string, (id: string) => Promise<unknown>]>([
    ['it is revoked', async (id) => call(server(), 'DELETE', `/api/v1/api-keys/${id}`)],
    ['its secret is replaced', async (id) => call(server(), 'POST', `/api/v1/api-keys/${id}/rotate`)],
    // Other processes' actions are visible only in the database.
    [
      'another process revokes it',
      async (id) => server().platform.database.sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${id}`,
    ],
    [
      'it expires',
      async (id) => server().platform.database.sql`UPDATE api_keys SET expires_at = now() WHERE id = ${id}`,
    ],
    [
      'it loses the scope',
      async (id) => server().platform.database.sql`
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
    await call(server(), 'POST', `/api/v1/threads/${thread}/messages`, { body: { content: 'Hello' } });
    await call(server(), 'GET', `/api/v1/threads/${thread}/messages`);
    expect(received.slice(before)).toEqual([]);
  });

  test('also for a socket that has no subscriptions', async () => {
    const { id, key } = await issueKey();
    const socket = connect('/personas', { api_key: key });
    expect(await connected(socket)).toBe(true);
    const gone = disconnected(socket);
    await call(server(), 'DELETE', `/api/v1/api-keys/${id}`);
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
    await call(server(), 'DELETE', first.path, { key: null, headers: first.headers });
    await call(server(), 'PATCH', `/api/v1/chat-interfaces/${second.chat.id}`, { body: { status: 'paused' } });
    await Promise.all([...streams.map(async ({ ended }) => ended), gone]);
  });

  test('those of a visitor’s page end when its site may no longer embed the interface', async () => {
    const { chat, path, token, headers } = await openChat();
    const allow = async (...hosts: string[]) =>
      call(server(), 'PATCH', `/api/v1/chat-interfaces/${chat.id}`, {
        body: { allowed_origins: hosts.map((host) => `https://${host}`) },
      });
    await allow('old.example', '*.new.example');
    const stream = await follow(`${path}/events`, {
      key: null,
      headers: { ...headers, Origin: 'https://old.example' },
    });
    const socket = connect('/chat', { token }, { origin: 'https://shop.new.example' });
    expect(await connected(socket)).toBe(true);
    const gone = disconnected(socket);
    await allow('*.new.example');
    await stream.ended;
    expect(socket.connected).toBe(true);
    await allow('other.example');
    expect(await gone).toBe('io server disconnect');
  });
});
