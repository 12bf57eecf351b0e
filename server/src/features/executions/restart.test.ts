import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually, readEvents } from '../../../test/client.ts';
import { spawnServer } from '../../../test/spawn-server.ts';
import { prepareDatabaseHome } from '../../../test/databases/prepare-database-home.ts';
import { startWebhookReceiver } from '../../../test/webhook-receiver.ts';
import { eventNames, text, workflowRuns } from '../../../test/workflow-runs.ts';

/** Delays that end while the server is down, and later. */
const shortS = 3;
const longS = 10;
const signals = ['SIGKILL', 'SIGTERM'] as const;

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

/** A process that is ended in the middle of its executions, stays down for `shortS`, and is restarted. */
async function openRestarted(signal: (typeof signals)[number]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-restart-'));
  const home = await prepareDatabaseHome(dataDir);
  const site = await startWebhookReceiver();
  const environment = { ...home.environment, OUTBOUND_ALLOW: site.host };
  let server = await spawnServer(dataDir, environment);

  const { save, execute, get, nodes, reached } = workflowRuns(() => server);
  const start = async (definition: object, extra: object = {}) => execute(await save(definition, extra));
  const decide = async (id: string) =>
    call(server, 'POST', `/api/v1/executions/${id}/approvals/ask`, { body: { decision: 'approve' } });
  const ended = async (id: string) =>
    eventually(async () => {
      const execution = await get(id);
      return ['completed', 'failed', 'cancelled'].includes(execution.status) ? execution : undefined;
    });
  const flaky = (name: string, backoffS: number) => {
    site.answer(`/${name}`, (response) => {
      const first = site.received.filter(({ path }) => path === `/${name}`).length === 1;
      response.writeHead(first ? 503 : 200).end();
    });
    const retry = { max_attempts: 3, backoff_ms: backoffS * 1_000 };
    return { nodes: [{ id: 'get', type: 'http_request', config: { url: `${site.url}/${name}` }, retry }] };
  };

  const asking = await save(ask('old'));
  const asked = await execute(asking);
  await reached(asked, 'waiting');
  await call(server, 'PATCH', `/api/v1/workflows/${asking}`, { body: { definition: ask('new') } });
  const bound = await start(ask('bound'), { max_duration_s: longS });
  await reached(bound, 'waiting');
  const ids = {
    asked,
    bound,
    long: await start(wait(longS)),
    later: await start(flaky('later', longS)),
    short: await start(wait(shortS)),
    expired: await start(ask('late', { expires_in_s: shortS })),
    approved: await start(ask('of itself', { expires_in_s: shortS, on_timeout: 'approve' })),
    late: await start(wait(60), { max_duration_s: shortS }),
    soon: await start(flaky('soon', shortS)),
  };
  await site.waitFor('/soon', 1);
  await site.waitFor('/later', 1);
  await Promise.all(
    [ids.soon, ids.later].map(async (id) =>
      eventually(async () => ((await nodes(id))[0]?.status === 'failed' ? true : undefined)),
    ),
  );
  // No write is in progress any more.
  await sleep(300);
  const downAt = Date.now();
  await server.end(signal);
  await sleep(shortS * 1_000 + 500);
  server = await spawnServer(dataDir, environment);
  const readyAt = Date.now();
  const { status, body } = await decide(ids.expired);
  return {
    ids,
    site,
    downAt,
    /** When everything that became due while the server was down had ended: on a busy machine seconds after the start. */
    async resumedAt() {
      const due = [ids.short, ids.expired, ids.approved, ids.late];
      const executions = await Promise.all(due.map(async (id) => ended(id)));
      return Math.max(readyAt, ...executions.map(({ completed_at: at }) => Date.parse(at)));
    },
    lateDecision: { status, message: body.error?.details.fields[0].message },
    start,
    get,
    nodes,
    decide,
    ended,
    events: async (id: string) => readEvents(server, `/api/v1/executions/${id}/events`),
    end: async () => server.end(signal),
    async restart() {
      await home.expireLeases();
      server = await spawnServer(dataDir, environment);
    },
    async close() {
      await server.end('SIGKILL');
      await site.close();
      await home.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type Restarted = Awaited<ReturnType<typeof openRestarted>>;

/** Both at the same time, because they mostly wait. */
const opened = new Map<string, Restarted>();
beforeAll(async () => {
  await Promise.all(signals.map(async (signal) => opened.set(signal, await openRestarted(signal))));
}, 300_000);
afterAll(async () => {
  await Promise.all([...opened.values()].map(async ({ close }) => close()));
});

describe.each(signals)('a process that is ended with %s and started again', (signal) => {
  let server: Restarted;
  beforeAll(() => {
    const found = opened.get(signal);
    if (found === undefined) throw new Error(`nothing was ended with ${signal}`);
    server = found;
  });

  it('continues after a delay that ended meanwhile', async () => {
    expect(await server.ended(server.ids.short)).toMatchObject({ status: 'completed', outputs: { text: 'after' } });
  });

  it('keeps the end of a longer delay, and waits for it once', async () => {
    const execution = await server.ended(server.ids.long);
    expect(execution).toMatchObject({ status: 'completed', outputs: { text: 'after' } });
    const events = await server.events(server.ids.long);
    const waits = events.filter(({ event }) => event === 'execution:waiting');
    expect(waits).toHaveLength(1);
    const until = Date.parse(waits[0]?.data.until);
    expect(until).toBeLessThan(server.downAt + longS * 1_000);
    expect(Date.parse(execution.completed_at)).toBeGreaterThanOrEqual(until);
    // If it had started again, it would take its whole duration after the restart.
    expect(Date.parse(execution.completed_at)).toBeLessThan((await server.resumedAt()) + longS * 1_000);
    expect(eventNames(events).filter((event) => event === 'node:started')).toHaveLength(2);
  });

  it('accepts a decision on an earlier approval, for the version with which the execution started', async () => {
    expect((await server.get(server.ids.asked)).status).toBe('waiting');
    expect((await server.decide(server.ids.asked)).status).toBe(200);
    expect(await server.ended(server.ids.asked)).toMatchObject({
      status: 'completed',
      workflow_version: 1,
      outputs: { yes: 'old', ask: { decision: 'approved' } },
    });
    expect((await server.decide(server.ids.asked)).status).toBe(400);
  });

  it('expires undecided approvals, and accepts no decision after that', async () => {
    expect(server.lateDecision).toEqual({ status: 400, message: expect.stringMatching(/expired|completed/) });
    expect((await server.ended(server.ids.expired)).outputs).toEqual({
      yes: null,
      ask: { decision: 'rejected', decided_by: null, comment: null },
    });
    expect((await server.ended(server.ids.approved)).outputs).toMatchObject({
      yes: 'of itself',
      ask: { decision: 'approved' },
    });
  });

  it('ends executions that reached max_duration_s meanwhile', async () => {
    expect(await server.ended(server.ids.late)).toMatchObject({
      status: 'failed',
      error: { code: 'execution_timeout', node_id: null },
    });
    expect((await server.nodes(server.ids.late)).map(({ status }: { status: string }) => status)).toEqual([
      'cancelled',
    ]);
  });

  it('counts max_duration_s from the start of the execution, not from its own', async () => {
    const execution = await server.ended(server.ids.bound);
    expect(execution).toMatchObject({ status: 'failed', error: { code: 'execution_timeout' } });
    expect(execution.duration_ms).toBeGreaterThanOrEqual(longS * 1_000);
    expect(Date.parse(execution.completed_at)).toBeLessThan((await server.resumedAt()) + longS * 1_000);
    expect((await server.decide(server.ids.bound)).status).toBe(400);
  });

  it.each([
    ['soon', shortS],
    ['later', longS],
  ] as const)(
    'keeps the time of a node’s next attempt: %s',
    async (name, backoffS) => {
      expect((await server.ended(server.ids[name])).status).toBe('completed');
      const requests = server.site.received.filter(({ path }) => path === `/${name}`);
      const [first, second] = requests;
      // On a busy machine, the second attempt may have begun before the stop.
      expect(requests.filter(({ at }) => at >= server.downAt).length).toBeLessThanOrEqual(1);
      const apart = (second?.at ?? 0) - (first?.at ?? 0);
      expect(apart).toBeGreaterThanOrEqual(backoffS * 1_000);
      expect(second?.at).toBeLessThan((await server.resumedAt()) + backoffS * 1_000);
      expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
      const attempts = (await server.nodes(server.ids[name])).map((run: { attempt: number; status: string }) => [
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

  it('repeats an interrupted call with the same key', async () => {
    let held = true;
    server.site.answer('/held', (response) => {
      if (!held) response.writeHead(200).end();
    });
    const id = await server.start({
      nodes: [{ id: 'get', type: 'http_request', config: { url: `${server.site.url}/held` } }],
    });
    await server.site.waitFor('/held', 1);
    // The row of the attempt exists before it is interrupted.
    await eventually(async () => ((await server.nodes(id)).length === 1 ? true : undefined));
    // The call uses up the time that running work gets; on a busy machine the rest of the stop may be cut short, too.
    const code = await server.end();
    expect(signal === 'SIGTERM' ? [0, 1] : [null]).toContain(code);
    held = false;
    await server.restart();
    expect((await server.ended(id)).status).toBe('completed');
    const calls = server.site.received.filter(({ path }) => path === '/held');
    expect(calls.map(({ headers }) => headers['idempotency-key'])).toEqual([`${id}:get`, `${id}:get`]);
    expect(
      (await server.nodes(id)).map((run: { attempt: number; status: string }) => [run.attempt, run.status]),
    ).toEqual([[1, 'completed']]);
  });
});
