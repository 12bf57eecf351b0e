import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, eventually, readEvents, type ReceivedEvent } from '../../../../test/client.ts';
import { type Listening, serveOnLoopback } from '../../../../test/loopback.ts';
import { type ModelServer, startModelServer } from '../../../../test/model-server/start-model-server.ts';
import { spawnServer, type SpawnedServer } from '../../../../test/spawn-server.ts';
import { prepareDatabaseHome, type ProcessHome } from '../../../../test/databases/prepare-database-home.ts';

let dataDir: string;
let home: ProcessHome;
let model: ModelServer;
let site: Listening;
let siteUrl: string;
/** Requests that have no response yet. */
let held: { path: string; response: ServerResponse }[] = [];
let server: SpawnedServer;
let environment: Record<string, string>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-forms-'));
  home = await prepareDatabaseHome(dataDir);
  model = await startModelServer();
  site = await serveOnLoopback(({ url: path = '' }, response) => {
    held.push({ path, response });
  });
  siteUrl = site.url;
  environment = {
    ...home.environment,
    OUTBOUND_ALLOW: site.host,
    OPENAI_BASE_URL: model.url,
    DEFAULT_MODEL: 'test-model',
  };
  server = await spawnServer(dataDir, environment);
});
afterAll(async () => {
  await server.end('SIGKILL');
  await model.close();
  await site.close();
  await home.remove();
  await rm(dataDir, { recursive: true, force: true });
});

async function isAsked(path: string): Promise<void> {
  await eventually(async () => Promise.resolve(held.some((one) => one.path === path) || undefined));
}

async function restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  await server.end(signal);
  await home.expireLeases();
  held = [];
  server = await spawnServer(dataDir, environment);
}

/** Responds to the requests of a path that are held, once there is one. */
async function answerAll(path: string, text: string): Promise<void> {
  await isAsked(path);
  const asked = held.filter((one) => one.path === path);
  held = held.filter((one) => one.path !== path);
  for (const { response } of asked) response.setHeader('Content-Type', 'text/plain').end(text);
}

async function createForm(definition: object): Promise<{ path: string; workflowId: string }> {
  const workflow = await call(server, 'POST', '/api/v1/workflows', { body: { name: 'Test', definition } });
  const { body } = await call(server, 'POST', '/api/v1/form-interfaces', {
    body: {
      title: 'Ask us',
      target_type: 'workflow',
      workflow_id: workflow.body.data.id,
      allow_file_upload: true,
      allow_url_input: true,
    },
  });
  return { path: `/api/public/form-interfaces/${body.data.slug}/submissions`, workflowId: workflow.body.data.id };
}

function assertWhole(events: readonly ReceivedEvent[]): void {
  const ids = events.flatMap(({ id }) => (id === undefined ? [] : [id]));
  expect(ids).toEqual(Array.from({ length: ids.length }, (_, at) => at + 1));
}

/** A submission whose page is being read. Returns the function that expects that it is read after a restart. */
async function startReading(): Promise<() => Promise<void>> {
  const page = '/page.txt';
  const { path } = await createForm({ nodes: [], outputs: { output: '{{ inputs.content }}' } });
  const { id } = (await call(server, 'POST', path, { key: null, body: { urls: [siteUrl + page] } })).body.data;
  await isAsked(page);
  expect((await call(server, 'GET', `${path}/${id}`, { key: null })).body.data.executionStatus).toBe('processing');
  return async () => {
    await answerAll(page, 'Herons nest in April.');
    const events = await readEvents(server, `${path}/${id}/events`, { key: null });
    assertWhole(events);
    expect(events.at(-1)).toMatchObject({ event: 'submission:completed', data: { output: 'Herons nest in April.' } });
    expect(events.filter(({ data }) => data.done === 1)).toHaveLength(1);
  };
}

/** A submission whose workflow is running. Returns the function that expects that it ends after a restart. */
async function startWorkflow(): Promise<() => Promise<void>> {
  const { path, workflowId } = await createForm({
    nodes: [
      { id: 'first', type: 'template', config: { text: 'done before' } },
      { id: 'call', type: 'http_request', config: { url: `${siteUrl}/call` } },
    ],
    edges: [{ from: 'first', to: 'call' }],
    outputs: { output: '{{ nodes.first.outputs.text }}, {{ nodes.call.outputs.body }}' },
  });
  const { id } = (await call(server, 'POST', path, { key: null, body: { message: 'Go' } })).body.data;
  await isAsked('/call');
  // Its execution may call the site before its start is recorded with the submission.
  const before = await eventually(async () => {
    const { data } = (await call(server, 'GET', `${path}/${id}`, { key: null })).body;
    return data.executionStatus === 'running' ? data : undefined;
  });
  return async () => {
    await answerAll('/call', 'and after');
    const events = await readEvents(server, `${path}/${id}/events`, { key: null });
    assertWhole(events);
    const after = (await call(server, 'GET', `${path}/${id}`, { key: null })).body.data;
    expect(after).toMatchObject({
      executionStatus: 'completed',
      output: 'done before, and after',
      executionId: before.executionId,
    });
    expect(events.filter(({ event }) => event === 'submission:completed')).toHaveLength(1);
    const runs = await call(server, 'GET', `/api/v1/executions?workflow_id=${workflowId}`);
    expect(runs.body.pagination.total_count).toBe(1);
  };
}

/** A submission whose agent is writing. Returns the function that expects that it starts again after a restart. */
async function startReply(): Promise<() => Promise<void>> {
  const agent = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } });
  const form = { title: 'Ask us', target_type: 'agent', agent_id: agent.body.data.id };
  const { data } = (await call(server, 'POST', '/api/v1/form-interfaces', { body: form })).body;
  const path = `/api/public/form-interfaces/${data.slug}/submissions`;
  model.reply({ text: ['Owls ', 'fly '], tokenDelayMs: 100, hangAfter: 3 }, { text: ['Herons ', 'nest.'] });
  const { id } = (await call(server, 'POST', path, { key: null, body: { message: 'Go' } })).body.data;
  const isOwls = ({ event, data: { content } }: ReceivedEvent) => event === 'output:delta' && content.includes('Owls');
  await readEvents(server, `${path}/${id}/events`, { key: null, until: isOwls });
  return async () => {
    const events = await readEvents(server, `${path}/${id}/events`, { key: null });
    assertWhole(events);
    let text = '';
    for (const event of events) {
      if (event.event === 'output:restarted') text = '';
      if (event.event === 'output:delta') text += event.data.content;
    }
    expect(text).toBe('Herons nest.');
    expect(events.filter(({ event }) => event === 'output:restarted')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ event: 'submission:completed', data: { output: 'Herons nest.' } });
  };
}

test('SIGTERM while a submission is read: it is read after the restart', async () => {
  const expectRead = await startReading();
  await restart('SIGTERM');
  await expectRead();
});

describe('one kill', () => {
  let expectRead: () => Promise<void>;
  let expectRun: () => Promise<void>;
  let expectReply: () => Promise<void>;
  beforeAll(async () => {
    expectRead = await startReading();
    expectRun = await startWorkflow();
    expectReply = await startReply();
    await restart('SIGKILL');
  });

  test('SIGKILL while a submission is read: it is read after the restart', async () => expectRead());

  test('kill -9 while its workflow runs: one run, whose output arrives', async () => expectRun());

  test('kill -9 while an agent writes: the reply starts again, and nothing of it appears twice', async () =>
    expectReply());
});
