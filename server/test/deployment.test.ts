import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type Endpoint, eventually } from './client.ts';
import { prepareDatabaseHome } from './databases/prepare-database-home.ts';
import { startModelServer } from './model-server/start-model-server.ts';
import { type RoundRobin, startRoundRobin } from './round-robin.ts';
import { type SpawnedServer, spawnServer } from './spawn-server.ts';

/*
 * Runs the processes of compose.yaml: two web processes behind a round-robin proxy, and two workers, on Postgres and
 * Redis. Visitors chat, forms are submitted and workflows run while each process is replaced by another one.
 */
const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = process.env;

describe.runIf(databaseUrl !== undefined && redisUrl !== undefined)('two web processes and two workers', () => {
  const cleanUps: (() => Promise<unknown>)[] = [];
  const webs: SpawnedServer[] = [];
  const workers: SpawnedServer[] = [];
  let proxy: RoundRobin;
  let door: Endpoint;
  let start: (role: 'web' | 'worker') => Promise<SpawnedServer>;
  const made = { workflow: '', chat: '', form: '' };

  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portico-deployment-'));
    cleanUps.push(async () => rm(dataDir, { recursive: true, force: true }));
    const home = await prepareDatabaseHome(dataDir);
    cleanUps.push(home.remove);
    const model = await startModelServer();
    cleanUps.push(async () => model.close());
    // Slow enough that replies and runs are in progress when their process ends.
    model.always({ text: ['A ', 'word ', 'and ', 'another.'], tokenDelayMs: 100 });
    start = async (role) => {
      const environment = {
        ...home.environment,
        SECRET_KEY: 'd'.repeat(64),
        OPENAI_BASE_URL: model.url,
        OPENAI_API_KEY: 'key',
        DEFAULT_MODEL: 'double',
        TRUST_PROXY: '1',
      };
      const server = await spawnServer(dataDir, environment, ['--role', role]);
      cleanUps.push(async () => server.end('SIGKILL'));
      return server;
    };
    webs.push(await start('web'));
    webs.push(await start('web'));
    workers.push(...(await Promise.all([start('worker'), start('worker')])));
    proxy = await startRoundRobin(() => webs.map(({ url }) => url));
    cleanUps.push(proxy.close);
    door = { url: proxy.url, apiKey: webs[0]?.apiKey ?? '' };
    const { id: agent } = await post('/api/v1/agents', { name: 'Guide' });
    made.chat = (await post('/api/v1/chat-interfaces', { name: 'Help', agent_id: agent })).slug;
    const definition = { nodes: [{ id: 'say', type: 'llm', config: { prompt: 'Say a word.' } }] };
    made.workflow = (await post('/api/v1/workflows', { name: 'Say', definition })).id;
    const target = { title: 'Ask', target_type: 'workflow', workflow_id: made.workflow };
    made.form = (await post('/api/v1/form-interfaces', target)).slug;
  });
  afterAll(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });

  async function post(path: string, body: unknown, key?: null) {
    const answer = await call(door, 'POST', path, { body, ...(key === null ? { key } : {}) });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.data;
  }

  /** A different address each time, because requests are limited by address. */
  const fromAnywhere = () => ({ 'X-Forwarded-For': `198.51.100.${Math.floor(Math.random() * 250)}` });

  /**
   * Repeats a request that got no response, or one from a process that is stopping, as the widget and the typed client
   * do.
   */
  async function insist(method: string, path: string, request: Parameters<typeof call>[3]) {
    return eventually(async () => {
      const answer = await call(door, method, path, request).catch(() => undefined);
      return answer === undefined || answer.status >= 500 || answer.status === 429 ? undefined : answer;
    }, 60_000);
  }

  /**
   * A visitor who sends one message after another until `isOver`. Every acknowledged message must be in the thread at
   * the end.
   */
  async function chat(isOver: () => boolean): Promise<() => Promise<number>> {
    const sessions = `/api/public/chat-interfaces/${made.chat}/sessions`;
    const { data: session } = (await insist('POST', sessions, { body: {}, key: null })).body;
    const headers = { Authorization: `Bearer ${session.token}` };
    const path = `${sessions}/${session.id}/messages`;
    const sent: string[] = [];
    while (!isOver()) {
      const content = `Message ${sent.length + 1}`;
      const body = { content, clientMessageId: randomUUID() };
      const { status, body: reply } = await insist('POST', path, { body, headers, key: null });
      expect(status, JSON.stringify(reply)).toBe(200);
      expect(reply.data).toMatchObject({ role: 'assistant', content: 'A word and another.', status: 'complete' });
      sent.push(content);
    }
    return async () => {
      const messages = await readThread(session.threadId);
      expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(sent);
      expect(messages.filter(({ role }) => role === 'assistant').map(({ status }) => status)).toEqual(
        sent.map(() => 'complete'),
      );
      return sent.length;
    };
  }

  /** Every message of a thread, oldest first. */
  async function readThread(id: string) {
    const messages: { role: string; content: string; status: string }[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await insist('GET', `/api/v1/threads/${id}/messages?per_page=100&page=${page}`, {});
      messages.push(...body.data);
      if (body.pagination.has_next !== true) return messages;
    }
  }

  async function runWorkflows(isOver: () => boolean): Promise<() => Promise<number>> {
    const started = new Set<string>();
    while (!isOver()) {
      const headers = { 'Idempotency-Key': randomUUID() };
      const request = { body: { inputs: {} }, headers };
      const { status, body } = await insist('POST', `/api/v1/workflows/${made.workflow}/execute`, request);
      expect(status, JSON.stringify(body)).toBe(202);
      started.add(body.data.execution_id);
      await sleep(100);
    }
    return async () => {
      for (const id of started) await expectEnd(`/api/v1/executions/${id}`, ({ status }) => status);
      return started.size;
    };
  }

  async function submit(isOver: () => boolean): Promise<() => Promise<number>> {
    const path = `/api/public/form-interfaces/${made.form}/submissions`;
    const ids: string[] = [];
    while (!isOver()) {
      const { status, body } = await insist('POST', path, {
        body: { message: 'Hello' },
        headers: fromAnywhere(),
        key: null,
      });
      expect(status, JSON.stringify(body)).toBeLessThan(300);
      ids.push(body.data.id);
      await sleep(100);
    }
    return async () => {
      for (const id of ids) await expectEnd(`${path}/${id}`, ({ executionStatus }) => executionStatus, null);
      return ids.length;
    };
  }

  async function expectEnd(path: string, read: (data: Record<string, string>) => string | undefined, key?: null) {
    const end = await eventually(async () => {
      const { body } = await insist('GET', path, key === null ? { key } : {});
      const status = read(body.data);
      return ['completed', 'failed', 'cancelled'].includes(status ?? '') ? body.data : undefined;
    }, 60_000);
    expect(read(end), JSON.stringify(end)).toBe('completed');
  }

  test('are replaced one after the other, and no message, submission or execution is lost', async () => {
    let over = false;
    const isOver = (): boolean => over;
    const everything = Promise.all([chat(isOver), chat(isOver), submit(isOver), runWorkflows(isOver)]);
    // A failed expectation also ends the loops that wait for it.
    const replaceAll = async (): Promise<void> => {
      for (const [role, list] of [
        ['web', webs],
        ['worker', workers],
      ] as const) {
        for (const old of list.slice()) {
          // As in a rolling update, the new process is ready before the old one ends, and nginx gets its address first.
          const next = await start(role);
          list.push(next);
          await sleep(500);
          list.splice(list.indexOf(old), 1);
          expect(await old.end('SIGTERM')).toBe(0);
        }
      }
      // Kills one process of each kind without a warning.
      for (const [role, list] of [
        ['web', webs],
        ['worker', workers],
      ] as const) {
        const [victim] = list;
        await victim?.end('SIGKILL');
        await sleep(500);
        list.splice(0, 1, await start(role));
      }
      over = true;
    };
    const [checks] = await Promise.all([everything, replaceAll()]);
    const counts = [];
    for (const check of checks) counts.push(await check());
    for (const count of counts) expect(count).toBeGreaterThan(3);
    // All four web processes, the first two and their replacements, have responded to requests.
    expect(proxy.answered.size).toBeGreaterThanOrEqual(4);
    process.stdout.write(`messages ${counts[0]} and ${counts[1]}, submissions ${counts[2]}, executions ${counts[3]}\n`);
  }, 600_000);
});
