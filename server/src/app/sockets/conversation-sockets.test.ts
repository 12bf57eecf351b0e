import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { join, signUpOwner, type TestBrowser } from '../../../test/browser.ts';
import { call, eventually, readEvents } from '../../../test/client.ts';
import { createChat, type TestChat, visitChat } from '../../../test/open-chat.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';

const publicUrl = 'http://portico.example.com';
let server: ServerUnderTest;
let owner: TestBrowser;
let chat: TestChat;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await startServer({ PUBLIC_URL: publicUrl });
  owner = await signUpOwner(server);
  chat = await createChat(server, { handover: { enabled: true } });
});
afterAll(async () => server.close());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

// oxlint-disable-next-line typescript/no-explicit-any -- events of every shape, as the tests' client has them
type Received = { event: string; data: any };

function connect(auth: object, headers: Record<string, string> = {}) {
  const socket = io(`${server.url}/conversations`, {
    auth,
    extraHeaders: headers,
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
  });
  sockets.push(socket);
  const received: Received[] = [];
  socket.onAny((event: string, data: Received['data']) => received.push({ event, data }));
  return { socket, received };
}

const cookieOf = (
  { cookie = '' }: TestBrowser,
  headers: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' },
) => ({
  Cookie: cookie,
  ...headers,
});

const refusalOf = async ({ socket }: { socket: Socket }): Promise<{ code: string; details: unknown }> =>
  new Promise((resolve, reject) => {
    socket.on('connect_error', (error) =>
      resolve((error as Error & { data: { code: string; details: unknown } }).data),
    );
    socket.on('connect', () => reject(new Error('was let in')));
  });

const connected = async ({ received }: { received: Received[] }) =>
  eventually(async () => received.find(({ event }) => event === 'connected'));

/** A visitor writes and asks for a person; returns the conversation. */
async function waitForPerson(): Promise<string> {
  const { conversationId, say, send } = await visitChat(server, chat);
  expect((await say('Hello')).status).toBe(200);
  expect((await send('POST', '/handover', {})).status).toBe(200);
  return conversationId;
}

const isWaiting = ({ event, data }: Received, id: string): boolean =>
  event === 'conversation:updated' && data.conversation.id === id && data.conversation.status === 'waiting';

describe('/conversations over socket.io', () => {
  it('sends a key and a member the events of the workspace’s stream with their ids, and resumes', async () => {
    const byKey = connect({ api_key: server.apiKey });
    const grace = await join(owner, 'grace@example.com', 'responder');
    const byCookie = connect({ workspace: grace.workspace }, cookieOf(grace));
    for (const one of [byKey, byCookie]) {
      expect((await connected(one)).data).toMatchObject({ workspace_id: owner.workspace });
    }
    const id = await waitForPerson();
    const hasAll = ({ received }: { received: Received[] }) =>
      eventually(async () => (received.some((one) => isWaiting(one, id)) ? true : undefined));
    await Promise.all([hasAll(byKey), hasAll(byCookie)]);
    const stored = ({ received }: { received: Received[] }) =>
      received.filter(({ data }) => data.event_id !== undefined);
    const streamed = await readEvents(server, '/api/v1/conversations/events', {
      headers: { 'Last-Event-ID': '0' },
      until: (one) => isWaiting(one, id),
    });
    const expected = streamed
      .filter((one) => one.id !== undefined)
      .map(({ id: event_id, event, data }) => ({ event, data: { ...data, event_id } }));
    expect(expected.map(({ event }) => event)).toContain('conversation:message');
    expect(stored(byKey)).toEqual(expected);
    expect(stored(byCookie)).toEqual(expected);

    const resumed = connect({ api_key: server.apiKey });
    await connected(resumed);
    const second = expected[1]?.data.event_id;
    expect(await resumed.socket.emitWithAck('subscribe', { last_event_id: second })).toEqual({ ok: true });
    await hasAll(resumed);
    expect(stored(resumed)).toEqual(expected.slice(2));
    const again = connect({}, { 'X-API-Key': server.apiKey });
    await connected(again);
    expect(await again.socket.emitWithAck('subscribe', { last_event_id: String(second) })).toEqual({ ok: true });
    await hasAll(again);
    expect(stored(again)).toEqual(expected.slice(2));
    const refused = await resumed.socket.emitWithAck('subscribe', { last_event_id: 'yesterday' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'validation_error' } });
  });

  it('shows typing without an id', async () => {
    const { received } = connect({ api_key: server.apiKey });
    await connected({ received });
    const id = await waitForPerson();
    await call(server, 'POST', `/api/v1/conversations/${id}/accept`, { body: {} });
    await call(server, 'POST', `/api/v1/conversations/${id}/typing`, { body: {} });
    const typing = await eventually(async () => received.find(({ event }) => event === 'conversation:typing'));
    expect(typing.data).toMatchObject({ conversation_id: id, author: { type: 'member' } });
    expect(typing.data).not.toHaveProperty('event_id');
  });

  it('refuses bad credentials, foreign pages, and callers who may not read conversations', async () => {
    const invalid = { code: 'invalid_api_key' };
    expect(await refusalOf(connect({}))).toMatchObject(invalid);
    expect(await refusalOf(connect({ api_key: 'nonsense' }))).toMatchObject(invalid);
    expect(await refusalOf(connect({}, { Authorization: 'Bearer nonsense' }))).toMatchObject(invalid);
    // A key in the headers counts before a cookie, as in a request.
    expect(await refusalOf(connect({}, cookieOf(owner, { 'X-API-Key': 'nonsense' })))).toMatchObject(invalid);
    expect(
      await refusalOf(connect({}, { Cookie: 'portico_session=nonsense', 'Sec-Fetch-Site': 'same-origin' })),
    ).toMatchObject(invalid);
    const foreign = connect({ api_key: server.apiKey }, { origin: 'https://elsewhere.example' });
    expect(await refusalOf(foreign)).toMatchObject({ code: 'resource_not_found' });
    // A cookie requires one of our own pages, and is valid only for the person's workspaces.
    for (const headers of [{}, { origin: 'https://elsewhere.example' }]) {
      const given = cookieOf(owner, { 'Sec-Fetch-Site': 'cross-site', ...headers });
      const cross = await refusalOf(connect({ workspace: owner.workspace }, given));
      expect(cross).toMatchObject({ code: 'insufficient_scope', details: { required: [], missing: [] } });
    }
    const elsewhere = connect({ workspace: 'wsp_none' }, cookieOf(owner));
    expect(await refusalOf(elsewhere)).toMatchObject({ code: 'resource_not_found' });
    const body = { name: 'weak', scopes: ['threads:read', 'conversations:write'] };
    const { key } = (await owner.send('POST', '/api/v1/api-keys', { body })).body.data;
    expect(await refusalOf(connect({ api_key: key }))).toMatchObject({
      code: 'insufficient_scope',
      details: { required: ['conversations:read'] },
    });
  });

  it('ends with the key that opened it', async () => {
    const body = { name: 'reader', scopes: ['conversations:read'] };
    const { id, key } = (await owner.send('POST', '/api/v1/api-keys', { body })).body.data;
    const one = connect({ api_key: key });
    await connected(one);
    const gone = new Promise((resolve) => {
      one.socket.on('disconnect', resolve);
    });
    await owner.send('DELETE', `/api/v1/api-keys/${id}`);
    expect(await gone).toBe('io server disconnect');
  });
});
