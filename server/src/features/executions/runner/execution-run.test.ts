import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { WorkflowDefinition } from '@portico/shared-types';
import { pino } from 'pino';
import { createSandbox } from '../../../platform/sandbox/sandbox.ts';
import { createTemplates } from '../engine/templates/templates.ts';
import { ExecutionRun } from './execution-run.ts';
import type { ClaimedExecution, ProgressBatch, RecordedRun, RunRecord } from './state/records.ts';
import { RunEnd } from './state/run-end.ts';
import { DataBudget } from './state/data-budget.ts';
import { OutputMemory } from './state/output-memory.ts';
import type { RunServices } from './state/run-state.ts';

const sandbox = createSandbox(1);
afterAll(() => sandbox.close());

/** The database state of one execution, as writeProgress would leave it. */
class Store {
  readonly rows = new Map<string, RunRecord>();
  readonly events: { event: string; data: Record<string, unknown> }[] = [];
  /** The status after the write of each event. */
  readonly statuses: string[] = [];
  status = 'pending';
  outputs: unknown = null;
  error: unknown = null;
  writes = 0;
  token = 0;

  apply(batch: ProgressBatch): void {
    for (const run of batch.runs) {
      const key = `${run.path} ${run.attempt}`;
      const known = this.rows.get(key);
      if (known && known.status !== 'running' && known.status !== 'waiting')
        throw new Error(`${key} is recorded twice`);
      this.rows.set(key, { ...run });
    }
    for (const { event, text } of batch.events) this.events.push({ event, data: JSON.parse(text) });
    if (batch.change.kind !== 'keep') this.status = batch.change.status;
    for (const _ of batch.events) this.statuses.push(this.status);
    if (batch.change.kind !== 'end') return;
    this.outputs = JSON.parse(batch.change.outputs ?? 'null');
    this.error = JSON.parse(batch.change.error ?? 'null');
  }

  recorded(): RecordedRun[] {
    return [...this.rows.values()].map((row) => ({
      ...row,
      inputs: JSON.parse(row.inputs ?? 'null'),
      outputs: JSON.parse(row.outputs ?? 'null'),
      error: JSON.parse(row.error ?? 'null'),
      decision: null,
    }));
  }

  completed(): string[] {
    return [...this.rows.values()].filter((row) => row.status === 'completed').map((row) => row.path);
  }
}

interface World {
  calls: string[];
  /** The result of fetching the address, by its path. */
  fetch: (path: string) => { status: number; body: unknown };
  workflows: Record<string, WorkflowDefinition>;
  /** Throws while the database is unavailable. */
  away?: () => void;
  /** Milliseconds that a write waits for a connection. */
  writeMs?: number;
  /** The write during which the run is asked to give way to another execution. */
  giveWayAt?: number;
}

function createServices(world: World): RunServices {
  const refuse = async () => Promise.reject(new Error('not in this test'));
  return {
    log: pino({ level: 'silent' }),
    templates: createTemplates(sandbox),
    ports: {
      sandbox,
      models: { defaultModel: '' },
      askModel: () => {
        throw new Error('not in this test');
      },
      outbound: {
        request: async (url, options = {}) => {
          const { pathname } = new URL(url);
          world.calls.push(`${pathname} ${String(options.headers?.['idempotency-key'])}`);
          await new Promise((resolve) => {
            setTimeout(resolve, 1);
          });
          const { status, body } = world.fetch(pathname);
          const headers = { 'content-type': 'application/json' };
          return { status, headers, url: String(url), body: Buffer.from(JSON.stringify(body)) };
        },
      },
      queryKnowledge: refuse,
      replyAsAgent: refuse,
      extractText: refuse,
    },
    callWorkflow: async (_workspace, id, version, inputs) => {
      world.away?.();
      const definition = world.workflows[id];
      return definition && { definition, inputs, faults: [], version: version ?? 1 };
    },
    expireApproval: async () => undefined,
  };
}

/**
 * One worker's turn, and when it wants the next; `crash` loses the lease at that write, before or after it takes effect.
 */
async function turn(
  store: Store,
  world: World,
  definition: WorkflowDefinition,
  crash?: { at: number; applied: boolean },
): Promise<number | undefined> {
  store.token += 1;
  const now = new Date().toISOString();
  const execution: ClaimedExecution = {
    id: 'exe_test',
    workspace_id: 'ws',
    workflow_id: 'wf',
    workflow_version: 1,
    workflow_name: 'Test',
    trigger_id: null,
    retry_of: null,
    inputs: { list: [1, 2, 3] },
    created_at: now,
    started_at: now,
    deadline_at: new Date(Date.now() + 60_000).toISOString(),
    database_ahead_ms: 0,
    lease_token: store.token,
    broken_off: 0,
    last_event_id: store.events.length,
  };
  let lost = false;
  const run = new ExecutionRun({
    execution,
    definition,
    recorded: store.recorded(),
    budget: new DataBudget('ws', new OutputMemory()),
    services: createServices(world),
    write: async (batch) => {
      // The other worker has the lease, so writes of this one no longer count.
      if (lost) return false;
      store.writes += 1;
      if (world.giveWayAt === store.writes) run.giveWay();
      if (world.writeMs !== undefined) await sleep(world.writeMs);
      if (crash?.at !== store.writes) {
        store.apply(batch);
        return true;
      }
      lost = true;
      if (crash.applied) store.apply(batch);
      return false;
    },
    findDecisions: async () => [],
  });
  // As the worker does: an end that is written too late means that another worker has the lease.
  return run.run().catch((error: unknown) => {
    if (!(error instanceof RunEnd)) throw error;
    return undefined;
  });
}

const get = (id: string, path: string, extra: object = {}) => ({
  id,
  type: 'http_request',
  config: { url: `http://site/${path}` },
  ...extra,
});
const retry = { max_attempts: 2, backoff_ms: 1 };

const definition = WorkflowDefinition.parse({
  nodes: [
    get('a', 'a'),
    get('b', 'b'),
    { id: 'join', type: 'template', config: { text: '{{ nodes.a.outputs.body.n }}+{{ nodes.b.outputs.body.n }}' } },
    { id: 'check', type: 'condition', config: { if: 'nodes.a.outputs.status = 200' } },
    get('never', 'never'),
    get('flaky', 'flaky', { retry }),
    get('broken', 'broken', { on_error: 'branch' }),
    get('rescue', 'rescue'),
    {
      id: 'each',
      type: 'loop',
      config: {
        items: '{{ inputs.list }}',
        concurrency: 2,
        body: {
          nodes: [
            get('one', 'one'),
            { id: 'call', type: 'workflow', config: { workflow_id: 'inner', inputs: { n: '{{ item }}' } } },
          ],
          edges: [{ from: 'one', to: 'call' }],
          outputs: { n: '{{ nodes.one.outputs.body.n }}', m: '{{ nodes.call.outputs.m }}' },
        },
      },
    },
    {
      id: 'last',
      type: 'template',
      config: { text: '{{ nodes.join.outputs.text }}/{{ nodes.rescue.outputs.body.n }}' },
    },
  ],
  edges: [
    { from: 'a', to: 'join' },
    { from: 'b', to: 'join' },
    { from: 'join', to: 'check' },
    { from: 'check', to: 'flaky', on: 'true' },
    { from: 'check', to: 'never', on: 'false' },
    { from: 'flaky', to: 'broken' },
    { from: 'broken', to: 'rescue', on: 'error' },
    { from: 'rescue', to: 'each' },
    { from: 'each', to: 'last' },
    { from: 'never', to: 'last' },
  ],
  outputs: { text: '{{ nodes.last.outputs.text }}', each: '{{ nodes.each.outputs.results }}' },
});

function createWorld(): World {
  let counter = 0;
  let flaky = 0;
  return {
    calls: [],
    workflows: {
      inner: WorkflowDefinition.parse({
        nodes: [get('deep', 'deep')],
        outputs: { m: '{{ nodes.deep.outputs.body.n }}' },
      }),
    },
    // Each response differs, so that a result that is used or produced twice is noticed.
    fetch: (path) => {
      if (path === '/broken') return { status: 500, body: {} };
      if (path === '/flaky') {
        flaky += 1;
        if (flaky === 1) return { status: 503, body: {} };
      }
      counter += 1;
      return { status: 200, body: { n: counter } };
    },
  };
}

function assertWhole(store: Store): void {
  expect(store.error).toBeNull();
  expect(store.status).toBe('completed');
  const rows = [...store.rows.values()];
  const paths = store.completed();
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.toSorted()).toEqual(expected);
  const numbers = new Map(rows.map((row) => [row.path, JSON.parse(row.outputs ?? 'null')?.body?.n]));
  const each = [0, 1, 2].map((index) => ({
    n: numbers.get(`each[${index}].one`),
    m: numbers.get(`each[${index}].call.deep`),
  }));
  const text = `${numbers.get('a')}+${numbers.get('b')}/${numbers.get('rescue')}`;
  expect(store.outputs).toEqual({ text, each });
  const ended = store.events
    .filter(({ event }) => event === 'node:completed')
    .map(({ data }) => String(data['node_id']));
  expect(ended.toSorted()).toEqual(expected);
  expect(store.events.filter(({ event }) => event === 'node:skipped')).toHaveLength(1);
  const progress = store.events
    .filter(({ event }) => event === 'execution:progress')
    .map(({ data }) => Number(data['progress']));
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(store.events[0]?.event).toBe('execution:started');
  expect(store.events.at(-1)?.event).toBe('execution:completed');
}

const expected = [
  'a',
  'b',
  'check',
  'each',
  'each[0].call',
  'each[0].call.deep',
  'each[0].one',
  'each[1].call',
  'each[1].call.deep',
  'each[1].one',
  'each[2].call',
  'each[2].call.deep',
  'each[2].one',
  'flaky',
  'join',
  'last',
  'rescue',
].toSorted();

describe('an interrupted run', () => {
  it('is complete without an interruption', async () => {
    const store = new Store();
    await turn(store, createWorld(), definition);
    expect(store.status).toBe('completed');
    assertWhole(store);
  });

  it.each([true, false])(
    'at any of its writes is finished by the next worker, each result once (applied: %s)',
    async (applied) => {
      const whole = new Store();
      await turn(whole, createWorld(), definition);
      expect(whole.writes).toBeGreaterThan(5);
      for (let at = 1; at <= whole.writes; at += 1) {
        const store = new Store();
        const world = createWorld();
        await turn(store, world, definition, { at, applied });
        if (store.status !== 'completed') await turn(store, world, definition);
        assertWhole(store);
      }
    },
  );

  it('at every write, repeatedly, ends', async () => {
    const store = new Store();
    const world = createWorld();
    for (let turns = 0; turns < 200 && store.status !== 'completed'; turns += 1) {
      await turn(store, world, definition, { at: store.writes + 2, applied: turns % 2 === 0 });
    }
    assertWhole(store);
    const keys = new Map(world.calls.map((call) => call.split(' ')).map(([path, key]) => [key, path]));
    // All calls of a node had the same key: 3 items with 2 calls, and 5 nodes outside of the loop.
    expect(keys.size).toBe(11);
  });

  it('in any attempt of a loop, keeps the results that had completed before', async () => {
    const looping = WorkflowDefinition.parse({
      nodes: [
        {
          id: 'each',
          type: 'loop',
          retry: { max_attempts: 3, backoff_ms: 1 },
          config: { items: ['one', 'two'], body: { nodes: [get('get', '{{ item }}')] } },
        },
      ],
    });
    const failing = (isFailing: () => boolean): World => ({
      ...createWorld(),
      fetch: (path) => (path === '/two' && isFailing() ? { status: 500, body: {} } : { status: 200, body: {} }),
    });
    const whole = new Store();
    await turn(
      whole,
      failing(() => true),
      looping,
    );
    expect(whole).toMatchObject({ status: 'failed', error: { node_id: 'each' } });
    expect([...whole.rows.keys()].toSorted()).toEqual([
      'each 1',
      'each 2',
      'each 3',
      'each[0].get 1',
      'each[1].get 1',
      'each[1].get 2',
      'each[1].get 3',
    ]);
    let kept = 0;
    for (let at = 1; at < whole.writes; at += 1) {
      let fail = true;
      const world = failing(() => fail);
      const store = new Store();
      await turn(store, world, looping, { at, applied: true });
      // The size of a write depends on timing, so this run may have had fewer.
      if (store.status === 'failed') continue;
      // On a slow machine a cut write may hold only the beginning of the call, which is then made again.
      const recorded = store.completed().includes('each[0].get');
      if (recorded) kept += 1;
      fail = false;
      await turn(store, world, looping);
      expect([at, store.status]).toEqual([at, 'completed']);
      const made = world.calls.filter((call) => call.startsWith('/one')).length;
      expect(made).toBeLessThanOrEqual(recorded ? 1 : 2);
    }
    expect(kept).toBeGreaterThan(0);
  });
});

describe('a run that gives way', () => {
  it('at any of its writes is finished by later ones, each node run once', async () => {
    const whole = createWorld();
    const { writes } = await runWhole(whole);
    for (let giveWayAt = 1; giveWayAt <= writes; giveWayAt += 1) {
      const store = new Store();
      const world = { ...createWorld(), giveWayAt };
      for (let turns = 0; turns < 2 && store.status !== 'completed'; turns += 1) await turn(store, world, definition);
      assertWhole(store);
      expect([giveWayAt, world.calls.toSorted()]).toEqual([giveWayAt, whole.calls.toSorted()]);
    }
  });

  it('again and again runs each node once, and ends', async () => {
    const whole = createWorld();
    await runWhole(whole);
    const store = new Store();
    const world: World = createWorld();
    let turns = 0;
    for (; turns < 50 && store.status !== 'completed'; turns += 1) {
      world.giveWayAt = store.writes + 1;
      await turn(store, world, definition);
    }
    assertWhole(store);
    expect(turns).toBeGreaterThan(3);
    expect(world.calls.toSorted()).toEqual(whole.calls.toSorted());
  });

  it('while a node waits is due at once, and then waits for the rest of it', async () => {
    const waiting = WorkflowDefinition.parse({
      nodes: [
        get('first', 'a'),
        get('next', 'b'),
        get('last', 'c'),
        { id: 'wait', type: 'delay', config: { seconds: 50 } },
      ],
      edges: [
        { from: 'first', to: 'next' },
        { from: 'next', to: 'last' },
      ],
    });
    const store = new Store();
    const world = { ...createWorld(), giveWayAt: 1 };
    expect(await turn(store, world, waiting)).toBeLessThanOrEqual(Date.now());
    const until = store.rows.get('wait 1')?.wait_until;
    const lookAt = (await turn(store, world, waiting)) ?? 0;
    expect(store.status).toBe('waiting');
    expect(Math.abs(lookAt - Date.parse(until ?? ''))).toBeLessThan(5_000);
    expect(world.calls.map((call) => call.split(' ')[0])).toEqual(['/a', '/b', '/c']);
  });
});

async function runWhole(world: World): Promise<Store> {
  const store = new Store();
  await turn(store, world, definition);
  return store;
}

describe('a run that only waits', () => {
  it('has the status `waiting` as soon as its event is there', async () => {
    const store = new Store();
    const waiting = WorkflowDefinition.parse({
      nodes: [get('get', 'a'), { id: 'wait', type: 'delay', config: { seconds: 3_600 } }],
      edges: [{ from: 'get', to: 'wait' }],
    });
    await turn(store, createWorld(), waiting);
    const at = store.events.findIndex(({ event }) => event === 'execution:waiting');
    expect(store.statuses[at]).toBe('waiting');
    expect(store.rows.get('wait 1')?.status).toBe('waiting');
  });

  it('is not looked at before its wait is over, which a slow write begins late', async () => {
    const store = new Store();
    const waiting = WorkflowDefinition.parse({ nodes: [{ id: 'wait', type: 'delay', config: { seconds: 2 } }] });
    const begunAt = Date.now();
    const lookAt = await turn(store, { ...createWorld(), writeMs: 200 }, waiting);
    expect(lookAt).toBeGreaterThanOrEqual(begunAt + 2_190);
  });
});

describe('an outage of our own stores', () => {
  /** Refuses the first `count` calls like a restarting database. */
  const outage = (count: number): (() => void) => {
    let left = count;
    return () => {
      left -= 1;
      if (left >= 0) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    };
  };

  it('delays a called workflow, and is not the node’s failure', async () => {
    const called = WorkflowDefinition.parse({
      nodes: [{ id: 'say', type: 'template', config: { text: 'said' } }],
      outputs: { text: '{{ nodes.say.outputs.text }}' },
    });
    const calling = WorkflowDefinition.parse({
      nodes: [{ id: 'call', type: 'workflow', config: { workflow_id: 'wf_called' } }],
      outputs: { text: '{{ nodes.call.outputs.text }}' },
    });
    const away = outage(3);
    const store = new Store();
    await turn(
      store,
      { calls: [], fetch: () => ({ status: 200, body: {} }), workflows: { wf_called: called }, away },
      calling,
    );
    expect(store).toMatchObject({ status: 'completed', outputs: { text: 'said' } });
  });

  it('lets any other node make the same attempt again, under the same number', async () => {
    const definition = WorkflowDefinition.parse({
      nodes: [{ id: 'get', type: 'http_request', config: { url: 'http://site/page' } }],
      outputs: { body: '{{ nodes.get.outputs.body }}' },
    });
    const away = outage(2);
    const world = {
      calls: [],
      workflows: {},
      fetch: () => {
        away();
        return { status: 200, body: 'read' };
      },
    };
    const store = new Store();
    await turn(store, world, definition);
    expect(store).toMatchObject({ status: 'completed', outputs: { body: 'read' } });
    expect(world.calls).toHaveLength(3);
    expect([...store.rows.keys()]).toEqual(['get 1']);
    expect(store.events.filter(({ event }) => event === 'node:failed')).toEqual([]);
  });
});
