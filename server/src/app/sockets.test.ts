import { io, type Socket } from 'socket.io-client';
import { afterEach, describe, expect, it } from 'vitest';
import { call, eventually, readEvents } from '../../test/client.ts';
import { createOutage, interceptQueries } from '../../test/intercept-queries.ts';
import { startWithDoubles } from '../../test/start-with-doubles.ts';

const { server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

// oxlint-disable-next-line typescript/no-explicit-any -- events of every shape, as the tests' client has them
type Received = { event: string; data: any };

function connect(namespace: string, auth: object, headers: Record<string, string> = {}) {
  const socket = io(server.url + namespace, { auth, forceNew: true, reconnection: false, extraHeaders: headers });
  sockets.push(socket);
  const received: Received[] = [];
  socket.onAny((event: string, data: Received['data']) => received.push({ event, data }));
  return { socket, received };
}

const refusalOf = async (socket: Socket): Promise<{ code: string }> =>
  new Promise((resolve, reject) => {
    socket.on('connect_error', (error) => resolve((error as Error & { data: { code: string } }).data));
    socket.on('connect', () => reject(new Error('was let in')));
  });

async function makeAgent(): Promise<string> {
  return (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data.id;
}
const openThread = async (): Promise<string> =>
  (await call(server, 'POST', `/api/v1/agents/${await makeAgent()}/threads`)).body.data.id;
const hasEnded = (received: Received[]) => async () =>
  received.some(({ event }) => event === 'message:completed') ? true : undefined;

describe('/threads over socket.io (contract 8)', () => {
  it('sends the events of SSE with their ids', async () => {
    const threadId = await openThread();
    const { socket, received } = connect('/threads', { api_key: server.apiKey });
    expect(await socket.emitWithAck('subscribe', { thread_id: threadId })).toEqual({ ok: true });
    await eventually(async () => (received.length > 0 ? true : undefined));
    const path = `/api/v1/threads/${threadId}/messages`;
    const events = await readEvents(server, path, { method: 'POST', body: { content: 'Hello', stream: true } });
    await eventually(hasEnded(received));
    expect(received[0]).toMatchObject({ event: 'connected', data: { thread_id: threadId } });
    expect(received.slice(1)).toEqual(
      events.map(({ id, event, data }) => ({ event, data: { ...data, event_id: id } })),
    );
    const resumed = connect('/threads', { api_key: server.apiKey });
    await resumed.socket.emitWithAck('subscribe', { thread_id: threadId, last_event_id: 2 });
    await eventually(hasEnded(resumed.received));
    expect(resumed.received.slice(1)).toEqual(received.slice(3));
    for (const credentials of [{ token: server.apiKey }, {}]) {
      const headers = 'token' in credentials ? {} : { Authorization: `Bearer ${server.apiKey}` };
      const other = connect('/threads', credentials, headers);
      await other.socket.emitWithAck('subscribe', { thread_id: threadId, last_event_id: '2' });
      await eventually(hasEnded(other.received));
      expect(other.received.slice(1)).toEqual(received.slice(3));
    }
  });

  it('stops with unsubscribe', async () => {
    const threadId = await openThread();
    const { socket, received } = connect('/threads', { api_key: server.apiKey });
    await socket.emitWithAck('subscribe', { thread_id: threadId });
    await eventually(async () => (received.length === 1 ? true : undefined));
    expect(await socket.emitWithAck('unsubscribe', { thread_id: threadId })).toEqual({ ok: true });
    expect(await socket.emitWithAck('unsubscribe', { thread: threadId })).toMatchObject({
      ok: false,
      error: { code: 'validation_error', message: expect.stringContaining('unsubscribe.thread_id') },
    });
    await socket.emitWithAck('subscribe', { thread_id: await openThread() });
    await call(server, 'POST', `/api/v1/threads/${threadId}/messages`, { body: { content: 'Hello' } });
    expect(received.map(({ event }) => event)).toEqual(['connected', 'connected']);
  });

  it('refuses with the error of a request while the database is unavailable', async () => {
    const threadId = await openThread();
    const { socket } = connect('/threads', { api_key: server.apiKey });
    expect(await socket.emitWithAck('unsubscribe', { thread_id: threadId })).toEqual({ ok: true });
    const stop = interceptQueries(server.platform.database, () => {
      const refusal = Promise.reject(createOutage());
      // Nobody waits for the fragments of a query.
      refusal.catch(() => undefined);
      return refusal;
    });
    try {
      expect(await socket.emitWithAck('subscribe', { thread_id: threadId })).toMatchObject({
        ok: false,
        error: { code: 'service_unavailable' },
      });
    } finally {
      stop();
    }
  });

  it('refuses wrong keys, foreign origins, missing scopes and threads of others', async () => {
    expect(await refusalOf(connect('/threads', { api_key: 'nonsense' }).socket)).toMatchObject({
      code: 'invalid_api_key',
    });
    expect(await refusalOf(connect('/threads', {}).socket)).toMatchObject({ code: 'invalid_api_key' });
    const foreign = connect('/threads', { api_key: server.apiKey }, { origin: 'https://elsewhere.example' });
    expect(await refusalOf(foreign.socket)).toMatchObject({ code: 'resource_not_found' });
    const { socket } = connect('/threads', { api_key: server.apiKey });
    const ask = async (sent: unknown) => socket.emitWithAck('subscribe', sent);
    expect(await ask({ thread_id: 'thr_none' })).toMatchObject({ ok: false, error: { code: 'resource_not_found' } });
    expect(await ask('nonsense')).toMatchObject({ ok: false, error: { code: 'validation_error' } });
    const body = { name: 'weak', scopes: ['agents:read'] };
    const weak = (await call(server, 'POST', '/api/v1/api-keys', { body })).body.data.key;
    const other = connect('/threads', { api_key: weak });
    const refused = await other.socket.emitWithAck('subscribe', { thread_id: await openThread() });
    expect(refused).toMatchObject({ ok: false, error: { code: 'insufficient_scope' } });
  });
});

describe('/chat over socket.io (contract 8)', () => {
  it('sends the events of the session that the token belongs to', async () => {
    const body = { name: 'Chat', slug: 'socket-chat', agent_id: await makeAgent() };
    expect((await call(server, 'POST', '/api/v1/chat-interfaces', { body })).status).toBe(201);
    const base = '/api/public/chat-interfaces/socket-chat/sessions';
    const session = (await call(server, 'POST', base, { body: {}, key: null })).body.data;
    const { received } = connect('/chat', { token: session.token });
    await eventually(async () => (received.length > 0 ? true : undefined));
    await call(server, 'POST', `${base}/${session.id}/messages`, {
      body: { content: 'Hello' },
      headers: { Authorization: `Bearer ${session.token}` },
      key: null,
    });
    await eventually(hasEnded(received));
    const names = received.map(({ event }) => event);
    expect(names.slice(0, 3)).toEqual(['connected', 'message:created', 'message:started']);
    expect(received.at(-1)?.data).toMatchObject({ content: 'You said: Hello' });
    expect(received.slice(1).map(({ data }) => data.event_id)).toEqual(received.slice(1).map((_, index) => index + 1));
    const late = connect('/chat', { token: session.token, last_event_id: 0 });
    await eventually(hasEnded(late.received));
    expect(late.received.slice(1)).toEqual(received.slice(1));
    expect(await refusalOf(connect('/chat', { token: 'pst_wrong' }).socket)).toMatchObject({ code: 'invalid_api_key' });
    expect(await refusalOf(connect('/chat', {}).socket)).toMatchObject({ code: 'validation_error' });
  });

  it('sends the events of a session in a preview of a paused chat to those who have the preview’s token', async () => {
    const body = { name: 'Chat', slug: 'socket-preview', agent_id: await makeAgent(), status: 'paused' };
    const { id } = (await call(server, 'POST', '/api/v1/chat-interfaces', { body })).body.data;
    const { token: preview } = (await call(server, 'POST', `/api/v1/chat-interfaces/${id}/preview`, { body: {} })).body
      .data;
    const base = '/api/public/chat-interfaces/socket-preview/sessions';
    const headers = { 'X-Portico-Preview': preview };
    const { token } = (await call(server, 'POST', base, { body: {}, key: null, headers })).body.data;
    const { received } = connect('/chat', { token, preview });
    expect(await eventually(async () => received[0]?.event)).toBe('connected');
    expect(await refusalOf(connect('/chat', { token }).socket)).toMatchObject({ code: 'resource_not_found' });
    const unknown = connect('/chat', { token, preview: 'prv_unknown' });
    expect(await refusalOf(unknown.socket)).toMatchObject({ code: 'expired_api_key' });
  });
});
