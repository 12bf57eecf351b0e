import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { type ModelServer, startModelServer } from '../../../test/model-server/start-model-server.ts';
import { createChat, visitChat } from '../../../test/open-chat.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';

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
const ways = ['a completion', 'a stored completion', 'a message', 'an older chat', 'a message of a visitor'] as const;

/** Asks for a reply that never comes, and resolves once the model has been called. */
async function askForever(of: ServerUnderTest, way: (typeof ways)[number], signal?: AbortSignal) {
  const agent = (await call(of, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data.id;
  const visit = await visitChat(of, await createChat(of, { agent_id: agent }));
  const thread = (await call(of, 'POST', `/api/v1/agents/${agent}/threads`)).body.data.id;
  const completion = { model: agent, messages: [{ role: 'user', content: 'Hi' }] };
  const [path, body] = {
    'a completion': ['/openai/v1/chat/completions', completion],
    'a stored completion': ['/openai/v1/chat/completions', { ...completion, store: true }],
    'a message': [`/api/v1/threads/${thread}/messages`, { content: 'Hi' }],
    'an older chat': [`/v1/agents/${agent}/chat`, { message: 'Hi' }],
    'a message of a visitor': [`${visit.path}/messages`, { content: 'Hi' }],
  }[way];
  const key = way === 'a message of a visitor' ? visit.token : of.apiKey;
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
  const before = models.calls.length;
  const init = { method: 'POST', headers, body: JSON.stringify(body), ...(signal === undefined ? {} : { signal }) };
  const answer = fetch(of.url + String(path), init);
  answer.catch(() => undefined);
  await eventually(async () => models.calls[before]);
  return { answer };
}

test.each(ways)('a client that disconnects while it waits for %s is not an error', async (way) => {
  const logged = vi.spyOn(server.platform.log, 'error');
  const noticed = vi.spyOn(server.platform.log, 'debug');
  const stop = new AbortController();
  const { answer } = await askForever(server, way, stop.signal);
  stop.abort();
  await expect(answer).rejects.toThrow();
  await eventually(
    async () => noticed.mock.calls.find((args) => args.includes('a client disconnected')) ?? logged.mock.calls[0],
  );
  expect(logged.mock.calls).toEqual([]);
  noticed.mockRestore();
  logged.mockRestore();
});

describe('a server that stops', () => {
  test.each(ways)('answers 503 to those who wait for %s', async (way) => {
    const stopping = await start();
    const { answer } = await askForever(stopping, way);
    await stopping.close();
    const response = await answer;
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2']);
    const { error } = (await response.json()) as { error: object };
    expect(error).toMatchObject({ code: 'service_unavailable', message: expect.stringContaining('stopping') });
  });
});
