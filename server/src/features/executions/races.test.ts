import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually, readEvents, type TestAnswer } from '../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { eventNames, text, workflowRuns } from '../../../test/workflow-runs.ts';
import { decideOnce } from './executions.claims.sql.ts';
import { writeProgress } from './progress.sql.ts';
import { emptyRecord } from './runner/node/empty-record.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const { save, execute, get, nodes, reached } = workflowRuns(() => server);
const post = async (id: string, path: string, body?: object): Promise<TestAnswer> =>
  call(server, 'POST', `/api/v1/executions/${id}/${path}`, body === undefined ? {} : { body });
const approve = async (id: string, node = 'ask') => post(id, `approvals/${node}`, { decision: 'approve' });
const asking = (config: object = {}) => ({
  nodes: [{ id: 'ask', type: 'approval', config: { title: 'Go?', ...config } }, text('yes', 'yes'), text('no', 'no')],
  edges: [
    { from: 'ask', to: 'yes', on: 'approved' },
    { from: 'ask', to: 'no', on: 'rejected' },
  ],
  outputs: { yes: '{{ nodes.yes.outputs.text }}', by: '{{ nodes.ask.outputs.decided_by }}' },
});
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('two concurrent requests', () => {
  it('approve and cancel: one of them is first, and both get a response', async () => {
    const saved = await save(asking());
    for (let round = 0; round < 4; round += 1) {
      const ids = await Promise.all(times(15).map(async () => execute(saved)));
      await Promise.all(ids.map(async (id) => reached(id, 'waiting')));
      const answers = await Promise.all(ids.map(async (id) => Promise.all([approve(id), post(id, 'cancel')])));
      for (const [index, [decided, cancelled]] of answers.entries()) {
        expect([200, 400]).toContain(decided.status);
        expect([200, 400]).toContain(cancelled.status);
        const execution = await reached(ids[index] ?? '');
        expect(execution.status).toBe(cancelled.status === 200 ? 'cancelled' : 'completed');
      }
    }
  });

  it('approve and expire: the first one counts', async () => {
    const saved = await save(asking({ expires_in_s: 1 }));
    const ids = await Promise.all(times(20).map(async () => execute(saved)));
    const answers = await Promise.all(
      ids.map(async (id, index) => {
        await reached(id, 'waiting', 'completed');
        const [{ started_at }] = await nodes(id);
        // Around the moment that it expires.
        await sleep(Math.max(0, Date.parse(started_at) + 960 + index * 5 - Date.now()));
        return approve(id);
      }),
    );
    for (const [index, { status, body }] of answers.entries()) {
      const { outputs } = await reached(ids[index] ?? '');
      expect(outputs).toEqual(status === 200 ? { yes: 'yes', by: body.data.decided_by } : { yes: null, by: null });
    }
  });

  it('cancel and complete: a published end never changes', async () => {
    const saved = await save({ nodes: [text('a', 'x'), text('b', 'y')], edges: [{ from: 'a', to: 'b' }] });
    const ends = await Promise.all(
      times(60).map(async (index) => {
        const id = await execute(saved);
        await sleep((index % 6) * 4);
        return { id, status: (await post(id, 'cancel')).status };
      }),
    );
    for (const { id, status } of ends) {
      expect((await reached(id)).status).toBe(status === 200 ? 'cancelled' : 'completed');
      const events = eventNames(await readEvents(server, `/api/v1/executions/${id}/events`));
      expect(events.filter((event) => /^execution:(completed|failed|cancelled)$/.test(event))).toEqual([
        status === 200 ? 'execution:cancelled' : 'execution:completed',
      ]);
    }
  });

  it('retry and retry, and a cancel of one of them: each is a separate execution', async () => {
    const saved = await save({
      nodes: [text('first', 'x'), { id: 'stop', type: 'fail', config: { code: 'no', message: 'No.' } }],
      edges: [{ from: 'first', to: 'stop' }],
    });
    const failed = await reached(await execute(saved));
    const retried = await Promise.all(
      times(8).map(async () => (await post(failed.id, 'retry')).body.data.execution_id),
    );
    const cancels = await Promise.all(retried.map(async (id, index) => (index % 2 === 0 ? post(id, 'cancel') : null)));
    for (const [index, id] of retried.entries()) {
      const { status, retry_of } = await reached(id);
      expect([status, retry_of]).toEqual([cancels[index]?.status === 200 ? 'cancelled' : 'failed', failed.id]);
    }
    expect(await get(failed.id)).toEqual(failed);
  });
});

// The embedded database has one connection, so nothing happens during a statement.
const services = process.env['TEST_DATABASE_URL'] !== undefined;

describe('a worker that lost its lease', () => {
  const leave = async (id: string): Promise<{ lease_token: number; last_id: number }> => {
    const { sql } = server.platform.database;
    // The state left by a worker that stopped in the middle: a lease that nobody renews.
    await sql`
      UPDATE executions SET status = 'running', held = true, due_at = now() + interval '1500 ms' WHERE id = ${id}`;
    const [row] = await sql<{ lease_token: number; last_id: number }[]>`
      SELECT lease_token, last_id FROM executions JOIN event_streams ON stream = id WHERE id = ${id}`;
    if (row === undefined) throw new Error('the execution is gone');
    return row;
  };

  it('does not decide an approval as expired', async () => {
    const id = await execute(await save(asking()));
    await reached(id, 'waiting');
    const { sql } = server.platform.database;
    const { lease_token } = await leave(id);
    // Claimed by the next worker, and released again.
    await eventually(async () => ((await get(id)).status === 'waiting' ? true : undefined));
    const expired = { decision: 'expired', decided_by: null, comment: null } as const;
    expect(await decideOnce(sql, { id, lease_token }, { path: 'ask', attempt: 1 }, expired)).toBeUndefined();
    expect((await approve(id)).status).toBe(200);
    expect((await reached(id)).outputs).toMatchObject({ yes: 'yes' });
  });

  it.skipIf(!services)(
    'and still writes while the next one takes over: the next one sees that write, and loses no event',
    async () => {
      const { raw } = server.platform.database;
      const id = await execute(await save(asking()));
      await reached(id, 'waiting');
      const { lease_token, last_id } = await leave(id);
      expect((await approve(id)).status).toBe(200);
      await raw.begin(async (tx) => {
        const timestamp = new Date().toISOString();
        const said = { event: 'node:delta', text: JSON.stringify({ node_id: 'ask', content: 'late', timestamp }) };
        const change = { kind: 'suspend', status: 'waiting', wakeAt: timestamp } as const;
        const batch = { runs: [], events: [said], change };
        await writeProgress(tx, [{ claimed: { id, lease_token }, lastEventId: last_id, batch, announcements: [] }]);
        // Until the lease has expired and a sweep's claim waits for this row.
        await sleep(3_000);
      });
      expect((await reached(id)).status).toBe('completed');
      const events = await readEvents(server, `/api/v1/executions/${id}/events`, {
        signal: AbortSignal.timeout(10_000),
      });
      expect(eventNames(events).filter((event) => event === 'node:delta')).toHaveLength(1);
      expect(eventNames(events).filter((event) => event === 'node:completed')).toHaveLength(2);
      expect(eventNames(events).at(-1)).toBe('execution:completed');
    },
  );
});

describe.skipIf(!services)('a cancel that comes while the worker writes', () => {
  it('leaves no node running that had just started', async () => {
    const { raw } = server.platform.database;
    const id = await execute(await save(asking()));
    await reached(id, 'waiting');
    // As if it were held by a process that does not continue it.
    await raw`UPDATE executions SET held = true, due_at = now() + interval '1 hour' WHERE id = ${id}`;
    const [held] = await raw<{ id: string; lease_token: number; last_id: number }[]>`
      SELECT executions.id, lease_token, last_id FROM executions JOIN event_streams ON stream = executions.id
      WHERE executions.id = ${id}`;
    if (held === undefined) throw new Error('the execution is gone');
    let cancelled: Promise<TestAnswer> | undefined;
    await raw.begin(async (tx) => {
      const change = { kind: 'keep' } as const;
      const batch = { runs: [emptyRecord('begun', 'template', 'running')], events: [], change };
      await writeProgress(tx, [{ claimed: held, lastEventId: held.last_id, batch, announcements: [] }]);
      cancelled = post(id, 'cancel');
      // Until it waits for the row that this transaction holds.
      await sleep(500);
    });
    expect((await cancelled)?.status).toBe(200);
    const rows: { node_id: string; status: string }[] = await nodes(id);
    expect(rows.map(({ node_id, status }) => [node_id, status])).toEqual([
      ['ask', 'cancelled'],
      ['begun', 'cancelled'],
    ]);
  });
});
