import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { interceptQueries } from '../../../test/intercept-queries.ts';
import { type ModelServer, startModelServer } from '../../../test/model-server/start-model-server.ts';
import { createChat, visitChat } from '../../../test/open-chat.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';
import { startWebhookReceiver } from '../../../test/webhook-receiver.ts';

let models: ModelServer;
let server: ServerUnderTest;
beforeAll(async () => {
  models = await startModelServer();
  models.always({ text: 'Never', hangAfter: 0 });
  server = await start();
});
afterAll(async () => {
  await server.close();
  await models.close();
});

const start = async (): Promise<ServerUnderTest> =>
  startServer(
    { OPENAI_BASE_URL: models.url, OPENAI_API_KEY: 'test', DEFAULT_MODEL: 'double' },
    { leases: { graceMs: 50 } },
  );

/** The ways to get a whole reply of a model in one response. */
const replies = [
  'a completion',
  'a stored completion',
  'a message',
  'an older chat',
  'a message of a visitor',
] as const;
/** What else a request may wait for. */
const others = ['an earlier request with its key', 'the result of a submission'] as const;
const ways = [...replies, ...others];

/** Asks for what never comes, and resolves once the server waits for it. */
async function askForever(of: ServerUnderTest, way: (typeof ways)[number], signal?: AbortSignal) {
  const agent = (await call(of, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data.id;
  const visit = await visitChat(of, await createChat(of, { agent_id: agent }));
  const thread = (await call(of, 'POST', `/api/v1/agents/${agent}/threads`)).body.data.id;
  const completion = { model: agent, messages: [{ role: 'user', content: 'Hi' }] };
  const headers = { Authorization: `Bearer ${way === 'a message of a visitor' ? visit.token : of.apiKey}` };
  const post = async (path: string, body: object, more: { headers?: object; signal?: AbortSignal | undefined } = {}) =>
    fetch(of.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers, ...more.headers },
      body: JSON.stringify(body),
      ...(more.signal === undefined ? {} : { signal: more.signal }),
    });
  const before = models.calls.length;
  const untilCalled = async () => eventually(async () => models.calls[before]);
  const messages = `/api/v1/threads/${thread}/messages`;
  if (way === 'an earlier request with its key') {
    const more = { headers: { 'Idempotency-Key': thread }, signal };
    post(messages, { content: 'Hi' }, { headers: more.headers }).catch(() => undefined);
    await untilCalled();
    return untilQueried(of, 'SELECT body_hash', async () => post(messages, { content: 'Hi' }, more));
  }
  if (way === 'the result of a submission') {
    const form = { title: 'Ask', target_type: 'agent', agent_id: agent };
    const { slug } = (await call(of, 'POST', '/api/v1/form-interfaces', { body: form })).body.data;
    const path = `/api/public/form-interfaces/${slug}/submissions`;
    const { id } = (await call(of, 'POST', path, { body: { message: 'Hi' }, key: null })).body.data;
    await untilCalled();
    return untilQueried(of, 'index_due_at IS NULL', async () =>
      post(`${path}/${id}/query`, { query: 'x' }, { signal }),
    );
  }
  const [path, body] = {
    'a completion': ['/openai/v1/chat/completions', completion] as const,
    'a stored completion': ['/openai/v1/chat/completions', { ...completion, store: true }] as const,
    'a message': [messages, { content: 'Hi' }] as const,
    'an older chat': [`/v1/agents/${agent}/chat`, { message: 'Hi' }] as const,
    'a message of a visitor': [`${visit.path}/messages`, { content: 'Hi' }] as const,
  }[way];
  const answer = post(path, body, { signal });
  answer.catch(() => undefined);
  await untilCalled();
  return { answer };
}

/** Begins a request, and resolves once the server has made a query with these words for it. */
async function untilQueried(of: ServerUnderTest, words: string, begin: () => Promise<Response>) {
  const { promise: queried, resolve } = Promise.withResolvers<void>();
  const restore = interceptQueries(of.platform.database, (text, run) => {
    if (text.includes(words)) resolve();
    return run();
  });
  const answer = begin();
  answer.catch(() => undefined);
  await queried;
  restore();
  return { answer };
}

test.each(ways)('a client that disconnects while it waits for %s is not an error', async (way) => {
  const logged = vi.spyOn(server.platform.log, 'error');
  const noticed = vi.spyOn(server.platform.log, 'debug');
  const stop = new AbortController();
  const { answer } = await askForever(server, way, stop.signal);
  stop.abort();
  await expect(answer).rejects.toThrow('aborted');
  await eventually(
    async () => noticed.mock.calls.find((args) => args.includes('a client disconnected')) ?? logged.mock.calls[0],
  );
  expect(logged.mock.calls).toEqual([]);
  noticed.mockRestore();
  logged.mockRestore();
});

describe('a server that stops', () => {
  test.each(replies)('answers 503 to those who wait for %s', async (way) => {
    const stopping = await start();
    const { answer } = await askForever(stopping, way);
    await stopping.close();
    const response = await answer;
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2']);
    const { error } = (await response.json()) as { error: object };
    expect(error).toMatchObject({ code: 'service_unavailable', message: expect.stringContaining('stopping') });
  });

  test('answers 503 to those who wait for the receiver of a webhook', async () => {
    const receiver = await startWebhookReceiver();
    receiver.answer('/silent', () => undefined);
    const stopping = await startServer({ OUTBOUND_ALLOW: receiver.host });
    const webhook = { url: `${receiver.url}/silent`, event_types: ['execution.completed'] };
    const created = await call(stopping, 'POST', '/api/v1/webhooks', { body: webhook });
    const answer = call(stopping, 'POST', `/api/v1/webhooks/${created.body.data.id}/test`);
    await receiver.waitFor('/silent', 1);
    await stopping.close();
    expect((await answer).body).toMatchObject({ error: { code: 'service_unavailable' } });
    await receiver.close();
  });
});
