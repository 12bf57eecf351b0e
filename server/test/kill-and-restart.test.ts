import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, eventually, readEvents, type ReceivedEvent } from './client.ts';
import { type Listening, serveOnLoopback } from './loopback.ts';
import { startModelServer, type ModelServer } from './model-server/start-model-server.ts';
import { spawnServer, type SpawnedServer } from './spawn-server.ts';
import { prepareDatabaseHome, type DatabaseHome } from './databases/prepare-database-home.ts';

let dataDir: string;
let home: DatabaseHome;
let model: ModelServer;
let slow: Listening;
let slowUrl: string;
let held: ServerResponse[] = [];
let calls = 0;
let server: SpawnedServer;
let environment: Record<string, string>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-kill-'));
  home = await prepareDatabaseHome(dataDir);
  model = await startModelServer();
  slow = await serveOnLoopback((_request, response) => {
    calls += 1;
    held.push(response);
  });
  slowUrl = `${slow.url}/`;
  environment = {
    ...home.environment,
    LOG_LEVEL: 'info',
    OUTBOUND_ALLOW: slow.host,
    OPENAI_BASE_URL: model.url,
    DEFAULT_MODEL: 'double',
  };
  server = await spawnServer(dataDir, environment);
});
afterAll(async () => {
  await server.end('SIGKILL');
  await slow.close();
  await model.close();
  await home.remove();
  await rm(dataDir, { recursive: true, force: true });
});

function assertWhole(events: readonly ReceivedEvent[]): void {
  const ids = events.flatMap(({ id }) => (id === undefined ? [] : [id]));
  expect(ids).toEqual(Array.from({ length: ids.length }, (_, i) => i + 1));
}

test('the start prints one clear line with the address to open', async () => {
  const line = await eventually(async () =>
    server
      .output()
      .split('\n')
      .find((text) => text.includes('Portico is running')),
  );
  expect(line).toBe(`  Portico is running: open ${server.url.replace('127.0.0.1', 'localhost')}`);
});

test('kill -9 during an execution: it completes after the restart, and no event is lost', async () => {
  const workflow = await call(server, 'POST', '/api/v1/workflows', {
    body: {
      name: 'Cut in the middle',
      definition: {
        nodes: [
          { id: 'before', type: 'template', config: { text: 'before' } },
          { id: 'fetch', type: 'http_request', config: { method: 'GET', url: slowUrl } },
          { id: 'after', type: 'template', config: { text: '{{ nodes.before.outputs.text }} and after' } },
        ],
        edges: [
          { from: 'before', to: 'fetch' },
          { from: 'fetch', to: 'after' },
        ],
        outputs: { output: '{{ nodes.after.outputs.text }}' },
      },
    },
  });
  expect(workflow.status).toBe(201);
  const started = await call(server, 'POST', `/api/v1/workflows/${workflow.body.data.id}/execute`, { body: {} });
  expect(started.status).toBe(202);
  const { execution_id: id } = started.body.data;
  await eventually(async () => (calls === 1 ? true : undefined));
  const seen = await readEvents(server, `/api/v1/executions/${id}/events`, {
    until: ({ event, data }) => event === 'node:started' && data.node_id === 'fetch',
  });
  await server.end('SIGKILL');
  held = [];
  server = await spawnServer(dataDir, environment);

  await eventually(async () => (held.length > 0 ? true : undefined), 30_000);
  for (const response of held) response.end('{}');
  const finished = await eventually(async () => {
    const { body } = await call(server, 'GET', `/api/v1/executions/${id}`);
    return body.data.status === 'completed' ? body.data : undefined;
  });
  expect(finished.outputs).toEqual({ output: 'before and after' });
  const all = await readEvents(server, `/api/v1/executions/${id}/events`);
  assertWhole(all);
  expect(all.slice(0, seen.length).map(({ id: place, event }) => [place, event])).toEqual(
    seen.map(({ id: place, event }) => [place, event]),
  );
  const completed = all.filter(({ event }) => event === 'node:completed').map(({ data }) => data.node_id);
  expect(completed).toEqual(['before', 'fetch', 'after']);
  expect(all.at(-1)?.event).toBe('execution:completed');
});

test('kill -9 during a reply: every message and event is kept, and the reply is completed', async () => {
  const agent = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Talker', model: 'double' } });
  const thread = await call(server, 'POST', `/api/v1/agents/${agent.body.data.id}/threads`);
  const { id } = thread.body.data;
  model.reply({ text: 'one two three four five six seven eight nine ten', tokenDelayMs: 150 });
  model.always({ text: 'one two three four five six seven eight nine ten' });
  const seen = await readEvents(server, `/api/v1/threads/${id}/messages`, {
    method: 'POST',
    body: { content: 'Count to ten', stream: true },
    until: ({ event, data }) => event === 'message:delta' && String(data.content).trim() !== '',
  });
  await server.end('SIGKILL');
  server = await spawnServer(dataDir, environment);

  const reply = await eventually(async () => {
    const { body } = await call(server, 'GET', `/api/v1/threads/${id}/messages`);
    const [question, answer] = body.data;
    expect(question).toMatchObject({ role: 'user', content: 'Count to ten' });
    return answer?.status === 'complete' ? answer : undefined;
  });
  expect(reply.content).toBe('one two three four five six seven eight nine ten');
  const all = await readEvents(server, `/api/v1/threads/${id}/events`, {
    headers: { 'Last-Event-ID': '0' },
    until: ({ event }) => event === 'message:completed',
  });
  assertWhole(all);
  for (const event of seen) {
    if (event.id !== undefined) expect(all.find(({ id: place }) => place === event.id)).toEqual(event);
  }
});

test.skipIf(process.env['TEST_DATABASE_URL'] !== undefined)(
  'kill -9 during a request with an Idempotency-Key: its repetition runs after the restart',
  async () => {
    const agent = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Waiter', model: 'double' } });
    const thread = await call(server, 'POST', `/api/v1/agents/${agent.body.data.id}/threads`);
    const asked = model.calls.length;
    model.always(async () => new Promise(() => undefined));
    const send = async () =>
      call(server, 'POST', `/api/v1/threads/${thread.body.data.id}/messages`, {
        headers: { 'Idempotency-Key': 'order-1' },
        body: { content: 'A coffee, please', client_message_id: 'order-1' },
      });
    const first = send().catch((error: unknown) => error);
    await eventually(async () => (model.calls.length > asked ? true : undefined));
    await server.end('SIGKILL');
    expect(await first).toBeInstanceOf(Error);
    model.always({ text: 'Here you are.' });
    server = await spawnServer(dataDir, environment);
    const sentAt = performance.now();
    const { status, body } = await send();
    expect([status, body.data?.content]).toEqual([200, 'Here you are.']);
    // A claim of a process of which nothing is known is given up after two minutes.
    expect(performance.now() - sentAt).toBeLessThan(90_000);
  },
);
