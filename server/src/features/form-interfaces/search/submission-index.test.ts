import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, eventually, readEvents } from '../../../../test/client.ts';
import type { ModelReply } from '../../../../test/model-server/model-reply.ts';
import {
  type ModelServer,
  type RecordedCall,
  startModelServer,
} from '../../../../test/model-server/start-model-server.ts';
import { spawnServer, type SpawnedServer } from '../../../../test/spawn-server.ts';
import { prepareDatabaseHome, type ProcessHome } from '../../../../test/databases/prepare-database-home.ts';

const question = 'Where do herons nest?';
const message = 'Grey herons nest in tall trees.';

let dataDir: string;
let home: ProcessHome;
let model: ModelServer;
let server: SpawnedServer;
let environment: Record<string, string>;
let path: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-forms-'));
  home = await prepareDatabaseHome(dataDir);
  model = await startModelServer();
  environment = {
    ...home.environment,
    OPENAI_BASE_URL: model.url,
    DEFAULT_MODEL: 'test-model',
    EMBEDDING_MODEL: 'test-embedding',
  };
  server = await spawnServer(dataDir, environment);
  const definition = { nodes: [], outputs: { output: '{{ inputs.content }}' } };
  const workflow = await call(server, 'POST', '/api/v1/workflows', { body: { name: 'Test', definition } });
  const form = { title: 'Ask us', target_type: 'workflow', workflow_id: workflow.body.data.id };
  const { body } = await call(server, 'POST', '/api/v1/form-interfaces', { body: form });
  path = `/api/public/form-interfaces/${body.data.slug}/submissions`;
});
afterAll(async () => {
  await server.end('SIGKILL');
  await model.close();
  await home.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/** Embeds questions normally, and returns this for the submitted contents. */
function answerContents(reply: ModelReply): void {
  model.always(({ body }: RecordedCall) => (String(body['input']).includes(question) ? {} : reply));
}

async function submit(): Promise<string> {
  const { id } = (await call(server, 'POST', path, { key: null, body: { message } })).body.data;
  const events = await readEvents(server, `${path}/${id}/events`, { key: null });
  expect(events.at(-1)).toMatchObject({ event: 'submission:completed' });
  return id;
}

async function ask(id: string) {
  const { body } = await call(server, 'POST', `${path}/${id}/query`, { key: null, body: { query: question } });
  return body.data;
}

async function whole(id: string) {
  return eventually(async () => {
    const answer = await ask(id);
    return answer.partial === undefined ? answer : undefined;
  });
}

test('a run ends while the embedding model is away, and is searchable once it is back', async () => {
  answerContents({ status: 503 });
  const id = await submit();
  expect(await ask(id)).toMatchObject({ partial: true, results: [] });
  answerContents({});
  expect((await whole(id)).results).toMatchObject([{ content: message, source: { kind: 'message' } }]);
});

test.each(['SIGKILL', 'SIGTERM'] as const)(
  '%s while a submission is indexed: it is searchable after the restart, each passage once',
  async (signal) => {
    const before = model.calls.length;
    answerContents({ delayMs: 60_000 });
    const id = await submit();
    await eventually(async () => Promise.resolve(model.calls.length > before ? true : undefined));
    await server.end(signal);
    await home.expireLeases();
    answerContents({});
    server = await spawnServer(dataDir, environment);
    expect((await whole(id)).results).toHaveLength(1);
  },
);

test('a question right after the result waits for the index instead of finding nothing', async () => {
  // The process that splits texts has started.
  answerContents({});
  await whole(await submit());
  answerContents({ delayMs: 500 });
  const answer = await ask(await submit());
  expect(answer.partial).toBeUndefined();
  expect(answer.results).toHaveLength(1);
});

test('contents that the embedding model refuses are not searchable, but the run is not affected', async () => {
  answerContents({ status: 400, error: { message: 'no' } });
  expect(await whole(await submit())).toMatchObject({ results: [] });
});
