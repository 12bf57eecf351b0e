import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { join, TestBrowser } from '../../test/browser.ts';
import { call, eventually, followFromNow } from '../../test/client.ts';
import { type Installation, openInstallation } from '../../test/installation.ts';
import { connected, disconnected, openSocket } from '../../test/sockets.ts';
import type { SpawnedServer } from '../../test/spawn-server.ts';

// Only one process can use the embedded database; several on one Postgres share a Redis.
const services = process.env['TEST_DATABASE_URL'] !== undefined && process.env['TEST_REDIS_URL'] !== undefined;

describe.skipIf(!services)('with two processes', () => {
  let installation: Installation;
  /** The process in which access is revoked. */
  let here: SpawnedServer;
  /** The process in which streams and sockets are open. */
  let there: SpawnedServer;
  let owner: TestBrowser;
  let agent: string;
  let thread: string;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    installation = await openInstallation({ MAX_STREAMS_PER_KEY: '3', MAX_STREAMS_PER_SESSION: '2' });
    here = await installation.start();
    there = await installation.start();
    agent = (await call(here, 'POST', '/api/v1/agents', { body: { name: 'Guide', slug: 'guide' } })).body.data.id;
    thread = (await call(here, 'POST', `/api/v1/agents/${agent}/threads`)).body.data.id;
    owner = new TestBrowser(here);
    const token = await eventually(async () => /#setup=([\w-]+)/.exec(there.output())?.[1]);
    const body = { token, name: 'Ada', email: 'ada@example.com', password: 'tall lamp 93 river chord' };
    owner.workspace = (await owner.send('POST', '/api/v1/auth/setup', { body })).body.data.workspace.id;
  }, 180_000);
  afterAll(async () => installation.close());
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close();
  });

  const issueKey = async (): Promise<{ id: string; key: string }> => {
    const body = { name: 'Reader', scopes: ['threads:read', 'agents:execute'] };
    return (await call(here, 'POST', '/api/v1/api-keys', { body })).body.data;
  };
  const connect = async (namespace: string, auth: object, headers: Record<string, string> = {}): Promise<Socket> => {
    const socket = openSocket(there, namespace, auth, headers);
    sockets.push(socket);
    expect(await connected(socket)).toBe(true);
    return socket;
  };

  it('revoking a key in one ends its streams, sockets and MCP calls in the other', async () => {
    const { id, key } = await issueKey();
    const stream = await followFromNow(there, `/api/v1/threads/${thread}/events`, { key });
    const socket = await connect('/threads', { api_key: key });
    expect(await socket.emitWithAck('subscribe', { thread_id: thread })).toEqual({ ok: true });
    const gone = disconnected(socket);
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { 'X-API-Key': key } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${there.url}/mcp`), { requestInit }));
    installation.model.reply({ text: 'one two three', hangAfter: 2 });
    const asked = client.callTool({ name: 'ask_guide', arguments: { message: 'Hello' } }).then(
      () => 'answered',
      (error: Error) => error.message,
    );
    await eventually(async () => (installation.model.calls.length > 0 ? true : undefined));
    expect((await call(here, 'DELETE', `/api/v1/api-keys/${id}`)).status).toBe(200);
    await stream.events;
    expect(await gone).toBe('io server disconnect');
    expect(await asked).toContain('no longer allowed');
    await eventually(async () => (installation.model.calls.at(-1)?.aborted === true ? true : undefined));
    await expect(client.listTools()).rejects.toThrow(/401|API key/);
  });

  it('removing a member in one ends their streams and sockets in the other', async () => {
    const member = await join(owner, 'grace@example.com', 'viewer');
    const headers = { Cookie: member.cookie ?? '' };
    const path = `/api/v1/threads/${thread}/events?workspace=${member.workspace ?? ''}`;
    const stream = await followFromNow(there, path, { key: null, headers });
    const auth = { workspace: member.workspace };
    const socket = await connect('/threads', auth, { ...headers, 'Sec-Fetch-Site': 'same-origin' });
    const gone = disconnected(socket);
    const members = (await owner.send('GET', '/api/v1/members')).body.data;
    const { id } = members.find(({ user }: { user: { email: string } }) => user.email === 'grace@example.com');
    expect((await owner.send('DELETE', `/api/v1/members/${id}`)).status).toBe(200);
    await stream.events;
    expect(await gone).toBe('io server disconnect');
  });

  it('ending a visitor’s session in one ends its streams and sockets in the other', async () => {
    const body = { name: 'Help desk', agent_id: agent };
    const { slug } = (await call(here, 'POST', '/api/v1/chat-interfaces', { body })).body.data;
    const base = `/api/public/chat-interfaces/${slug}/sessions`;
    const { id, token } = (await call(there, 'POST', base, { key: null, body: {} })).body.data;
    const headers = { Authorization: `Bearer ${token}` };
    const stream = await followFromNow(there, `${base}/${id}/events`, { key: null, headers });
    const gone = disconnected(await connect('/chat', { token }));
    // Both streams allowed for the session are open, so any process refuses another one.
    const accept = { ...headers, Accept: 'text/event-stream' };
    expect((await call(here, 'GET', `${base}/${id}/events`, { key: null, headers: accept })).status).toBe(429);
    expect((await call(here, 'DELETE', `${base}/${id}`, { key: null, headers })).status).toBe(200);
    await stream.events;
    expect(await gone).toBe('io server disconnect');
  });

  it('the open streams of a key are counted in both together', async () => {
    const { key } = await issueKey();
    const path = `/api/v1/threads/${thread}/events`;
    const stop = new AbortController();
    const first = await followFromNow(here, path, { key, signal: stop.signal });
    const rest = new AbortController();
    const others = [];
    for (const server of [there, there]) others.push(await followFromNow(server, path, { key, signal: rest.signal }));
    for (const server of [here, there]) {
      const refused = await call(server, 'GET', path, { key, headers: { Accept: 'text/event-stream' } });
      expect([refused.status, refused.body.error.details]).toMatchObject([429, { window: 'concurrent', limit: 3 }]);
    }
    stop.abort();
    await first.events.catch(() => undefined);
    const again = await eventually(async () =>
      followFromNow(there, path, { key, signal: rest.signal }).catch(() => undefined),
    );
    rest.abort();
    await Promise.all([...others, again].map(async ({ events }) => events.catch(() => undefined)));
  });
});
