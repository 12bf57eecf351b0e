import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, eventually } from './client.ts';
import { type ModelServer, type RecordedCall, startModelServer } from './model-server/start-model-server.ts';
import { makePersona, startTask } from './persona-tasks.ts';
import { spawnServer, type SpawnedServer } from './spawn-server.ts';
import { type ProcessHome, prepareDatabaseHome } from './databases/prepare-database-home.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

let dataDir: string;
let home: ProcessHome;
let models: ModelServer;
let site: WebhookReceiver;
let server: SpawnedServer;

const isEmbedding = ({ path }: RecordedCall): boolean => path.endsWith('/embeddings');
const isOurs = ({ body }: RecordedCall): boolean => JSON.stringify(body).includes('The bridge is closed in May.');

const start = async (): Promise<SpawnedServer> =>
  spawnServer(dataDir, {
    ...home.environment,
    OPENAI_BASE_URL: models.url,
    OPENAI_API_KEY: 'key',
    DEFAULT_MODEL: 'double',
    OUTBOUND_ALLOW: site.host,
  });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-interrupted-'));
  home = await prepareDatabaseHome(dataDir);
  models = await startModelServer();
  // The process dies before any request gets a response, except for the embeddings of the first start's own documents.
  models.always((made) => (isEmbedding(made) && !isOurs(made) ? {} : { delayMs: 3_600_000 }));
  site = await startWebhookReceiver();
  for (const path of ['/node', '/page']) site.answer(path, () => undefined);
  server = await start();
});
afterAll(async () => {
  await server.end('SIGKILL');
  await models.close();
  await site.close();
  await home.remove();
  await rm(dataDir, { recursive: true, force: true });
});

const post = async (path: string, body: object, key?: null) => {
  const answer = await call(server, 'POST', path, { body, ...(key === null ? { key } : {}) });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
};
const get = async (path: string, key?: null) =>
  (await call(server, 'GET', path, key === null ? { key } : {})).body.data;

/** Starts work of each kind, which calls something that never responds. */
async function beginEverything() {
  const request = { id: 'get', type: 'http_request', config: { url: `${site.url}/node` } };
  const workflow = await post('/api/v1/workflows', { name: 'Hang', definition: { nodes: [request] } });
  const { execution_id: execution } = await post(`/api/v1/workflows/${workflow.id}/execute`, { inputs: {} });
  const agent = await post('/api/v1/agents', { name: 'Guide' });
  const thread = await post(`/api/v1/agents/${agent.id}/threads`, {});
  // Not awaited, because the reply never ends.
  call(server, 'POST', `/api/v1/threads/${thread.id}/messages`, { body: { content: 'Hi' } }).catch(() => undefined);
  const base = await post('/api/v1/knowledge-bases', { name: 'House' });
  const documents = `/api/v1/knowledge-bases/${base.id}/documents`;
  const document = await post(documents, { name: 'rules.txt', text: 'The bridge is closed in May.' });
  const target = { title: 'Ask', target_type: 'workflow', workflow_id: workflow.id, allow_url_input: true };
  const form = await post('/api/v1/form-interfaces', target);
  const submissions = `/api/public/form-interfaces/${form.slug}/submissions`;
  const submission = await post(submissions, { urls: [`${site.url}/page`] }, null);
  const persona = await makePersona(server);
  const task = await startTask(server, persona.id);
  return {
    execution: async () => get(`/api/v1/executions/${execution}`),
    reply: async () => (await get(`/api/v1/threads/${thread.id}/messages`)).at(-1),
    document: async () => get(`${documents}/${document.id}`),
    submission: async () => {
      const { executionStatus: status, error } = await get(`${submissions}/${submission.id}`, null);
      return { status, error };
    },
    task: async () => get(`/api/personas/instances/${task.id}`),
  };
}

/** How often each kind of work has begun. */
const beginnings = () => ({
  node: site.received.filter(({ path }) => path === '/node').length,
  page: site.received.filter(({ path }) => path === '/page').length,
  embedding: models.calls.filter((made) => isEmbedding(made) && isOurs(made)).length,
  chat: models.calls.filter(({ path }) => path.endsWith('/chat/completions')).length,
});

test('work during which three processes died in a row ends as failed, and the next start succeeds', async () => {
  const work = await beginEverything();
  for (let tries = 1; tries <= 3; tries += 1) {
    // The reply and the task make one chat call each.
    const all = { node: tries, page: tries, embedding: tries, chat: 2 * tries };
    await eventually(async () => {
      const begun = beginnings();
      return Object.entries(all).every(([kind, count]) => begun[kind as keyof typeof begun] >= count)
        ? true
        : undefined;
    }, 90_000);
    await server.end('SIGKILL');
    await home.expireLeases();
    server = await start();
  }
  const ended = { timeout: 60_000 };
  const failed = (code: string) => ({ status: 'failed', error: { code } });
  await expect.poll(work.execution, ended).toMatchObject(failed('node_execution_failed'));
  await expect.poll(work.reply, ended).toMatchObject({ status: 'failed' });
  await expect.poll(work.document, ended).toMatchObject(failed('internal_error'));
  await expect.poll(work.submission, ended).toMatchObject(failed('content_unreadable'));
  await expect.poll(work.task, ended).toMatchObject(failed('execution_failed'));
  expect(beginnings()).toEqual({ node: 3, page: 3, embedding: 3, chat: 6 });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
}, 600_000);
