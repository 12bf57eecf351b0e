import { afterAll, beforeAll, expect, test } from 'vitest';
import { timeouts } from '../../scripts/tests/timeouts.ts';
import { signUpOwner, type TestBrowser } from './browser.ts';
import { eventually, type TestRequest } from './client.ts';
import { type ModelServer, startModelServer } from './model-server/start-model-server.ts';
import { type ServerUnderTest, startServer } from './start-server.ts';
import { makePage, startWebSite, type WebSite } from './web-site.ts';

const heldReplies: (() => void)[] = [];
let models: ModelServer;
let slow: WebSite;
let quick: WebSite;
let server: ServerUnderTest;
let owner: TestBrowser;
beforeAll(async () => {
  models = await startModelServer({ dimensions: 8 });
  // The model never replies to a question about herring, and to one about plaice when the test lets it.
  models.always(async ({ body }) => {
    const prompt = JSON.stringify(body);
    if (prompt.includes('herring')) return new Promise(() => undefined);
    return prompt.includes('plaice') ? new Promise((resolve) => heldReplies.push(() => resolve({}))) : {};
  });
  slow = await startWebSite();
  slow.otherwise = () => ({ send: () => undefined });
  quick = await startWebSite({ '/': makePage('Home') });
  const environment = {
    OPENAI_BASE_URL: models.url,
    EMBEDDING_MODEL: 'tiny',
    DEFAULT_MODEL: 'm',
    OUTBOUND_ALLOW: '127.0.0.1',
  };
  server = await startServer(environment, { leases: { graceMs: 50 } });
  owner = await signUpOwner(server);
});
afterAll(async () => {
  await server.close();
  for (const one of [models, slow, quick]) await one.close();
});

type Send = (method: string, path: string, request?: TestRequest) => Promise<{ readonly id: string; status: string }>;

/** Sends requests to a new workspace. */
async function createWorkspace(name: string) {
  const { body } = await owner.send('POST', '/api/v1/workspaces', { body: { name } });
  expect(body.error).toBeUndefined();
  return async (method: string, path: string, request: TestRequest = {}) => {
    owner.workspace = body.data.id;
    const answer = await owner.send(method, `/api${path}`, request);
    return answer.body.data ?? expect.fail(JSON.stringify(answer.body));
  };
}

/** Sends requests to a new workspace and its knowledge base. */
async function openWorkspace(name: string): Promise<Send> {
  const sendHere = await createWorkspace(name);
  const base = await sendHere('POST', '/v1/knowledge-bases', { body: { name, chunk_size: 2000 } });
  return async (method, path, request) => sendHere(method, `/v1/knowledge-bases/${base.id}${path}`, request);
}

const many = ['1', '2', '3', '4', '5'];

test('a large document does not wait for the many of two other workspaces', async () => {
  const upload = async (send: Send, name: string, text: string) => {
    const form = new FormData();
    form.append('file', new Blob([name, text.repeat(1_200_000 / text.length)]), `${name}.txt`);
    return send('POST', '/documents', { form });
  };
  const floods = await Promise.all([openWorkspace('Flood'), openWorkspace('Torrent')]);
  const waiting: (() => Promise<string>)[] = [];
  for (const send of floods)
    for (const name of many.slice(0, 3)) {
      const { id } = await upload(send, name, 'The herring is a fish of the open sea. ');
      waiting.push(async () => (await send('GET', `/documents/${id}`)).status);
    }
  const count = async (status: string) =>
    (await Promise.all(waiting.map(async (read) => read()))).filter((one) => one === status).length;
  await eventually(async () => ((await count('processing')) === 3 ? true : undefined), timeouts.testTimeout);
  const quiet = await openWorkspace('Quiet');
  const { id } = await upload(quiet, 'quiet', 'Plaice. ');
  await eventually(
    async () => ((await quiet('GET', `/documents/${id}`)).status === 'ready' ? true : undefined),
    timeouts.testTimeout,
  );
  expect(await count('failed')).toBe(0);
});

test('a crawl does not wait for the many of two other workspaces', async () => {
  const crawl = async (send: Send, urls: string[]) =>
    send('POST', '/sources', { body: { type: 'urls', urls, respect_robots: false } });
  const waiting: (() => Promise<string>)[] = [];
  for (const name of ['Spate', 'Deluge']) {
    const send = await openWorkspace(name);
    for (const source of many) {
      const { id } = await crawl(
        send,
        Array.from({ length: 100 }, (_, page) => `${slow.url}/${name}${source}/${page}`),
      );
      waiting.push(async () => (await send('GET', `/sources/${id}`)).status);
    }
  }
  await eventually(async () => {
    const [row] = await server.platform.database.sql<{ count: number }[]>`
      SELECT count(*)::int FROM source_runs WHERE status = 'running' AND lease_token > 0`;
    return row?.count === 8 ? true : undefined;
  }, timeouts.testTimeout);
  const quiet = await openWorkspace('Calm');
  const { id } = await crawl(quiet, [`${quick.url}/`]);
  await eventually(
    async () => ((await quiet('GET', `/sources/${id}`)).status === 'syncing' ? undefined : true),
    timeouts.testTimeout,
  );
  expect(quick.count('/')).toBe(1);
  // None of them has ended, or been given up: each waits for a hundred pages, one after the other.
  expect(new Set(await Promise.all(waiting.map(async (read) => read())))).toEqual(new Set(['syncing']));
});

test('an execution does not wait for the many long ones of two other workspaces, whose nodes run once', async () => {
  const held = new Map<string, () => void>();
  slow.otherwise = (path) => ({ send: (response) => void held.set(path, () => response.end('{}')) });
  const respondTo = (path: string): void => {
    held.get(path)?.();
    held.delete(path);
  };
  const runs: (() => Promise<{ status: string }>)[] = [];
  const starts: ((n: number) => Promise<(typeof runs)[number]>)[] = [];
  const save = async (name: string, definition: object) => {
    const send = await createWorkspace(name);
    const workflow = await send('POST', '/v1/workflows', { body: { name, definition } });
    return async (n: number) => {
      const path = `/v1/workflows/${workflow.id}/execute`;
      const { execution_id: id } = await send('POST', path, { body: { inputs: { n } } });
      return async () => send('GET', `/v1/executions/${id}`);
    };
  };
  for (const [name, count] of [
    ['river', 100],
    ['stream', 25],
  ] as const) {
    const url = `${slow.url}/${name}-{{ inputs.n }}-{{ item }}`;
    const body = { nodes: [{ id: 'ask', type: 'http_request', config: { url } }] };
    const start = await save(name, {
      nodes: [{ id: 'each', type: 'loop', config: { items: ['a', 'b', 'c'], body } }],
    });
    starts.push(start);
    for (let n = 0; n < count; n += 1) runs.push(await start(n));
  }
  await eventually(async () => (held.size === 125 ? true : undefined), timeouts.testTimeout);
  const isDone = async (name: string) => {
    const start = await save(name, { nodes: [{ id: 'text', type: 'template', config: { text: 'short' } }] });
    const read = await start(0);
    await eventually(async () => ((await read()).status === 'completed' ? true : undefined), timeouts.testTimeout);
  };
  // The execution that gives way ends its request first, but leaves its slot to the next workspaces at once.
  await isDone('pond');
  await isDone('lake');
  // It continues before those of its workspace that have not begun.
  for (let n = 100; n < 110; n += 1) runs.push((await starts[0]?.(n)) ?? expect.fail());
  await eventually(async () => ((await runs[125]?.())?.status === 'running' ? true : undefined));
  respondTo('/river-0-a');
  await eventually(async () => {
    for (const item of ['a', 'b', 'c']) respondTo(`/river-99-${item}`);
    return (await runs[99]?.())?.status === 'completed' ? true : undefined;
  });
  const next = await eventually(async () => [...held.keys()].find((path) => /river-(0-b|10[2-9]-a)/.test(path)));
  expect(next).toBe('/river-0-b');
  await eventually(async () => {
    for (const path of held.keys()) respondTo(path);
    const [row] = await server.platform.database.sql<{ isAny: boolean }[]>`
      SELECT EXISTS (SELECT FROM executions WHERE status IN ('pending', 'running', 'waiting')) AS "isAny"`;
    return row?.isAny === false ? true : undefined;
  }, timeouts.testTimeout);
  const statuses = await Promise.all(runs.map(async (read) => (await read()).status));
  expect(new Set(statuses)).toEqual(new Set(['completed']));
  const counts = new Map<string, number>();
  for (const { path } of slow.requests) if (/^\/(river|stream)-/.test(path)) counts.set(path, slow.count(path));
  expect(counts.size).toBe(135 * 3);
  expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
});

test('a task of a persona does not wait for the many of two other workspaces, whose model is called once for each step', async () => {
  const open = async (name: string) => {
    const send = await createWorkspace(name);
    const persona = { name, category: 'Research', model: 'm', sopSteps: ['One', 'Two'], autonomyLevel: 'full_auto' };
    const { id } = await send('POST', '/personas', { body: persona });
    return async (taskTitle: string) => {
      const task = await send('POST', `/personas/${id}/instances`, { body: { taskTitle } });
      return async (): Promise<string> => (await send('GET', `/personas/instances/${task.id}`)).status;
    };
  };
  const tasks: (() => Promise<string>)[] = [];
  for (const [name, count] of [
    ['ocean', 100],
    ['sea', 25],
  ] as const) {
    const start = await open(name);
    for (let n = 0; n < count; n += 1) tasks.push(await start('The plaice'));
  }
  await eventually(async () => (heldReplies.length === 125 ? true : undefined), timeouts.testTimeout);
  const isDone = async (name: string) => {
    const read = await (await open(name))('The cod');
    await eventually(async () => ((await read()) === 'completed' ? true : undefined), timeouts.testTimeout);
  };
  await isDone('pool');
  await isDone('puddle');
  let calls = 0;
  await eventually(async () => {
    calls += heldReplies.length;
    for (const reply of heldReplies.splice(0)) reply();
    const [row] = await server.platform.database.sql<{ isAny: boolean }[]>`
      SELECT EXISTS (SELECT FROM persona_instances WHERE due_at IS NOT NULL) AS "isAny"`;
    return row?.isAny === false ? true : undefined;
  }, timeouts.testTimeout);
  const statuses = await Promise.all(tasks.map(async (read) => read()));
  expect(new Set(statuses)).toEqual(new Set(['completed']));
  expect(calls).toBe(125 * 2);
});
