import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually, readEvents } from '../../../test/client.ts';
import { spawnServer, type SpawnedServer } from '../../../test/spawn-server.ts';
import { prepareDatabaseHome, type DatabaseHome } from '../../../test/templates.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts';
import { eventNames, text, workflowRuns } from '../../../test/workflow-runs.ts';

/** Over while the server is down, and not. */
const shortS = 6;
const longS = 16;

const wait = (seconds: number) => ({
  nodes: [{ id: 'wait', type: 'delay', config: { seconds } }, text('after', 'after')],
  edges: [{ from: 'wait', to: 'after' }],
  outputs: { text: '{{ nodes.after.outputs.text }}' },
});
const ask = (word: string, config: object = {}) => ({
  nodes: [{ id: 'ask', type: 'approval', config: { title: 'Go?', ...config } }, text('yes', word), text('no', 'no')],
  edges: [
    { from: 'ask', to: 'yes', on: 'approved' },
    { from: 'ask', to: 'no', on: 'rejected' },
  ],
  outputs: { yes: '{{ nodes.yes.outputs.text }}', ask: '{{ nodes.ask.outputs }}' },
});

describe.each(['SIGKILL', 'SIGTERM'] as const)('a process that is ended with %s and started again', (signal) => {
  let dataDir: string;
  let home: DatabaseHome;
  let site: WebhookReceiver;
  let server: SpawnedServer;
  let environment: Record<string, string>;
  let downAt = 0;
  let readyAt = 0;
  const ids = { short: '', long: '', asked: '', expired: '', approved: '', late: '', bound: '', soon: '', later: '' };
  const lateDecision = { status: 0, message: '' };

  const { save, execute, get, nodes, reached } = workflowRuns(() => server);
  const start = async (definition: object, extra: object = {}) => execute(await save(definition, extra));
  const decide = async (id: string) =>
    call(server, 'POST', `/api/v1/executions/${id}/approvals/ask`, { body: { decision: 'approve' } });
  const ended = async (id: string) =>
    eventually(async () => {
      const execution = await get(id);
      return ['completed', 'failed', 'cancelled'].includes(execution.status) ? execution : undefined;
    }, 40_000);
  const flaky = (name: string, backoffS: number) => {
    site.answer(`/${name}`, (response) => {
      const first = site.received.filter(({ path }) => path === `/${name}`).length === 1;
      response.writeHead(first ? 503 : 200).end();
    });
    const retry = { max_attempts: 3, backoff_ms: backoffS * 1_000 };
    return { nodes: [{ id: 'get', type: 'http_request', config: { url: `${site.url}/${name}` }, retry }] };
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-restart-'));
    home = await prepareDatabaseHome(dataDir);
    site = await startWebhookReceiver();
    environment = { ...home.environment, OUTBOUND_ALLOW: site.host, RATE_LIMIT_PER_MINUTE: '100000' };
    server = await spawnServer(dataDir, environment);
    const asking = await save(ask('old'));
    ids.asked = await execute(asking);
    await reached(ids.asked, 'waiting');
    await call(server, 'PATCH', `/api/v1/workflows/${asking}`, { body: { definition: ask('new') } });
    ids.short = await start(wait(shortS));
    ids.long = await start(wait(longS));
    ids.expired = await start(ask('late', { expires_in_s: shortS }));
    ids.approved = await start(ask('of itself', { expires_in_s: shortS, on_timeout: 'approve' }));
    ids.late = await start(wait(60), { max_duration_s: shortS });
    ids.bound = await start(ask('bound'), { max_duration_s: longS });
    ids.soon = await start(flaky('soon', shortS));
    ids.later = await start(flaky('later', longS));
    await site.waitFor('/soon', 1);
    await site.waitFor('/later', 1);
    await Promise.all(
      [ids.soon, ids.later].map(async (id) =>
        eventually(async () => ((await nodes(id))[0]?.status === 'failed' ? true : undefined)),
      ),
    );
    await reached(ids.bound, 'waiting');
    // Nothing is in the middle of a write any more.
    await sleep(300);
    downAt = Date.now();
    await server.end(signal);
    await sleep(shortS * 1_000 + 500);
    server = await spawnServer(dataDir, environment);
    readyAt = Date.now();
    const { status, body } = await decide(ids.expired);
    Object.assign(lateDecision, { status, message: body.error?.details.fields[0].message });
  }, 120_000);
  afterAll(async () => {
    await server.end('SIGKILL');
    await site.close();
    await home.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('goes on with a delay that came to its end meanwhile', async () => {
    expect(await ended(ids.short)).toMatchObject({ status: 'completed', outputs: { text: 'after' } });
  });

  it('keeps the end of a delay that is longer, and waits for it once', async () => {
    const execution = await ended(ids.long);
    expect(execution).toMatchObject({ status: 'completed', outputs: { text: 'after' } });
    const events = await readEvents(server, `/api/v1/executions/${ids.long}/events`);
    const waits = events.filter(({ event }) => event === 'execution:waiting');
    expect(waits).toHaveLength(1);
    const until = Date.parse(waits[0]?.data.until);
    expect(until).toBeLessThan(downAt + longS * 1_000);
    expect(Date.parse(execution.completed_at)).toBeGreaterThanOrEqual(until);
    // Had it begun anew, it would last as long after the restart as it is long.
    expect(Date.parse(execution.completed_at)).toBeLessThan(readyAt + longS * 1_000);
    expect(eventNames(events).filter((event) => event === 'node:started')).toHaveLength(2);
  }, 60_000);

  it('takes a decision on an approval from before, for the version that the execution began with', async () => {
    expect((await get(ids.asked)).status).toBe('waiting');
    expect((await decide(ids.asked)).status).toBe(200);
    expect(await ended(ids.asked)).toMatchObject({
      status: 'completed',
      workflow_version: 1,
      outputs: { yes: 'old', ask: { decision: 'approved' } },
    });
    expect((await decide(ids.asked)).status).toBe(400);
  });

  it('lets approvals expire that nobody decided in time, and takes no decision after that', async () => {
    expect(lateDecision).toEqual({ status: 400, message: expect.stringMatching(/expired|completed/) });
    expect((await ended(ids.expired)).outputs).toEqual({
      yes: null,
      ask: { decision: 'rejected', decided_by: null, comment: null },
    });
    expect((await ended(ids.approved)).outputs).toMatchObject({ yes: 'of itself', ask: { decision: 'approved' } });
  });

  it('ends what reached max_duration_s meanwhile', async () => {
    expect(await ended(ids.late)).toMatchObject({
      status: 'failed',
      error: { code: 'execution_timeout', node_id: null },
    });
    expect((await nodes(ids.late)).map(({ status }: { status: string }) => status)).toEqual(['cancelled']);
  });

  it('counts max_duration_s from the start of the execution, not from its own', async () => {
    const execution = await ended(ids.bound);
    expect(execution).toMatchObject({ status: 'failed', error: { code: 'execution_timeout' } });
    expect(execution.duration_ms).toBeGreaterThanOrEqual(longS * 1_000);
    expect(Date.parse(execution.completed_at)).toBeLessThan(readyAt + longS * 1_000);
    expect((await decide(ids.bound)).status).toBe(400);
  }, 60_000);

  it.each([
    ['soon', shortS],
    ['later', longS],
  ] as const)(
    'keeps the time of a node’s next attempt: %s',
    async (name, backoffS) => {
      expect((await ended(ids[name])).status).toBe('completed');
      const [first, second, ...more] = site.received.filter(({ path }) => path === `/${name}`);
      expect(more).toEqual([]);
      const apart = (second?.at ?? 0) - (first?.at ?? 0);
      expect(apart).toBeGreaterThanOrEqual(backoffS * 1_000);
      expect(second?.at).toBeLessThan(readyAt + backoffS * 1_000);
      expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
      const attempts = (await nodes(ids[name])).map((run: { attempt: number; status: string }) => [
        run.attempt,
        run.status,
      ]);
      expect(attempts).toEqual([
        [1, 'failed'],
        [2, 'completed'],
      ]);
    },
    60_000,
  );

  it('makes a call again that it was cut in, under the same key', async () => {
    let held = true;
    site.answer('/held', (response) => {
      if (!held) response.writeHead(200).end();
    });
    const id = await start({ nodes: [{ id: 'get', type: 'http_request', config: { url: `${site.url}/held` } }] });
    await site.waitFor('/held', 1);
    // The row of the attempt is there before it is cut.
    await eventually(async () => ((await nodes(id)).length === 1 ? true : undefined));
    const code = await server.end(signal);
    expect(code).toBe(signal === 'SIGTERM' ? 0 : null);
    held = false;
    server = await spawnServer(dataDir, environment);
    expect((await ended(id)).status).toBe('completed');
    const calls = site.received.filter(({ path }) => path === '/held');
    expect(calls.map(({ headers }) => headers['idempotency-key'])).toEqual([`${id}:get`, `${id}:get`]);
    expect((await nodes(id)).map((run: { attempt: number; status: string }) => [run.attempt, run.status])).toEqual([
      [1, 'completed'],
    ]);
  }, 90_000);
});
