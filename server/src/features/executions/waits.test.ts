import { describe, expect, it } from 'vitest';
import { call, eventually, readEvents } from '../../../test/client.ts';
import { startWithReceiver } from '../../../test/start-with-receiver.ts';
import { eventNames, text, workflowRuns } from '../../../test/workflow-runs.ts';

const { server, receiver } = await startWithReceiver();

const { save, execute, get, nodes, reached, run } = workflowRuns(() => server);
const decide = async (id: string, node: string, body: object) =>
  call(server, 'POST', `/api/v1/executions/${id}/approvals/${encodeURIComponent(node)}`, { body });

const approve = (config: object = {}, extra: object = {}) => ({
  id: 'ask',
  type: 'approval',
  config: { title: 'Ship {{ inputs.what }}?', ...config },
  ...extra,
});
const asking = (config: object = {}) => ({
  nodes: [approve(config), text('yes', 'shipped'), text('no', 'kept: {{ nodes.ask.outputs.comment }}')],
  edges: [
    { from: 'ask', to: 'yes', on: 'approved' },
    { from: 'ask', to: 'no', on: 'rejected' },
  ],
  outputs: { yes: '{{ nodes.yes.outputs.text }}', no: '{{ nodes.no.outputs.text }}', ask: '{{ nodes.ask.outputs }}' },
});

describe('a delay', () => {
  it('waits without a worker and continues when it is due', async () => {
    const id = await execute(
      await save({
        nodes: [{ id: 'wait', type: 'delay', config: { seconds: '{{ inputs.s }}' } }, text('after', 'x')],
        edges: [{ from: 'wait', to: 'after' }],
      }),
      { s: 600 },
    );
    await reached(id, 'waiting');
    const { sql } = server.platform.database;
    expect(await sql`SELECT held FROM executions WHERE id = ${id}`).toEqual([{ held: false }]);
    // Almost ten minutes earlier.
    await sql`
      UPDATE node_runs SET started_at = started_at - interval '599 seconds',
        wait_until = wait_until - interval '599 seconds'
      WHERE execution_id = ${id}`;
    await sql`UPDATE executions SET due_at = due_at - interval '599 seconds' WHERE id = ${id}`;
    const execution = await reached(id);
    expect(execution.status).toBe('completed');
    const [wait] = await nodes(id);
    expect(wait.duration_ms).toBeGreaterThanOrEqual(600_000);
    const events = await readEvents(server, `/api/v1/executions/${id}/events`);
    expect(eventNames(events).slice(2, 5)).toEqual(['node:started', 'execution:waiting', 'node:completed']);
    expect(events[3]?.data).toMatchObject({ node_id: 'wait', reason: 'delay', until: expect.any(String) });
  });

  it('until a time in the past does not wait', async () => {
    const { status } = await run({ nodes: [{ id: 'wait', type: 'delay', config: { until: '2020-01-01T00:00:00Z' } }] });
    expect(status).toBe('completed');
  });

  it('does not stop other branches', async () => {
    const id = await execute(
      await save({
        nodes: [
          { id: 'wait', type: 'delay', config: { seconds: 30 } },
          { id: 'other', type: 'delay', config: { seconds: 1 } },
          text('done', 'x'),
        ],
        edges: [{ from: 'other', to: 'done' }],
      }),
    );
    await eventually(async () =>
      (await nodes(id)).some(
        (node: { node_id: string; status: string }) => node.node_id === 'done' && node.status === 'completed',
      )
        ? true
        : undefined,
    );
    expect((await reached(id, 'waiting')).status).toBe('waiting');
    await call(server, 'POST', `/api/v1/executions/${id}/cancel`);
    expect((await get(id)).status).toBe('cancelled');
  });
});

describe('an approval', () => {
  it('waits for a decision and follows its branch', async () => {
    const id = await execute(await save(asking()), { what: 'it' });
    await reached(id, 'waiting');
    const [waiting] = await nodes(id);
    expect(waiting).toMatchObject({ node_id: 'ask', status: 'waiting', inputs: { title: 'Ship it?' } });
    const { status, body } = await decide(id, 'ask', { decision: 'approve', comment: 'fine' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ execution_id: id, node_id: 'ask', decision: 'approved', comment: 'fine' });
    expect(await reached(id)).toMatchObject({
      status: 'completed',
      outputs: {
        yes: 'shipped',
        no: null,
        ask: { decision: 'approved', comment: 'fine', decided_by: body.data.decided_by },
      },
    });
  });

  it('is decided once, no matter how many try', async () => {
    const id = await execute(await save(asking()), { what: 'it' });
    await reached(id, 'waiting');
    const decisions = ['reject', 'approve', 'approve', 'reject', 'approve'] as const;
    const answers = await Promise.all(
      decisions.map(async (decision) => decide(id, 'ask', { decision, comment: decision })),
    );
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
    const execution = await reached(id);
    expect(execution.outputs.ask.decision).toBe(accepted[0]?.body.data.decision);
    expect((await decide(id, 'ask', { decision: 'approve' })).status).toBe(400);
  });

  it('expires at its time', async () => {
    expect((await run(asking({ expires_in_s: 1 }))).outputs).toMatchObject({
      yes: null,
      no: 'kept: ',
      ask: { decision: 'rejected', decided_by: null },
    });
    expect((await run(asking({ expires_in_s: 1, on_timeout: 'approve' }))).outputs).toMatchObject({ yes: 'shipped' });
  });

  it('fails the execution when rejected with no edge for it', async () => {
    const id = await execute(
      await save({ nodes: [approve(), text('next', 'x')], edges: [{ from: 'ask', to: 'next' }] }),
    );
    await reached(id, 'waiting');
    await decide(id, 'ask', { decision: 'reject' });
    expect(await reached(id)).toMatchObject({ status: 'failed', error: { code: 'approval_rejected', node_id: 'ask' } });
  });

  it('can be decided while another branch runs, and inside of a loop', async () => {
    let finish = (): void => undefined;
    receiver.answer('/busy', (response) => {
      finish = () => response.end();
    });
    const busy = { id: 'busy', type: 'http_request', config: { url: `${receiver.url}/busy` } };
    const beside = await execute(await save({ nodes: [approve(), busy] }));
    await eventually(async () =>
      (await nodes(beside)).some((node: { status: string }) => node.status === 'waiting') ? true : undefined,
    );
    expect((await get(beside)).status).toBe('running');
    expect((await decide(beside, 'ask', { decision: 'approve' })).status).toBe(200);
    await receiver.waitFor('/busy', 1);
    finish();
    expect((await reached(beside)).status).toBe('completed');

    const loop = {
      id: 'each',
      type: 'loop',
      config: {
        items: ['a', 'b'],
        concurrency: 2,
        body: { nodes: [approve()], outputs: { d: '{{ item }} {{ nodes.ask.outputs.decision }}' } },
      },
    };
    const inside = await execute(await save({ nodes: [loop], outputs: { all: '{{ nodes.each.outputs.results.d }}' } }));
    await eventually(async () =>
      (await nodes(inside)).filter((node: { status: string }) => node.status === 'waiting').length === 2
        ? true
        : undefined,
    );
    await reached(inside, 'waiting');
    expect((await decide(inside, 'each[1].ask', { decision: 'approve' })).status).toBe(200);
    expect((await decide(inside, 'each[0].ask', { decision: 'approve' })).status).toBe(200);
    expect((await reached(inside)).outputs).toEqual({ all: ['a approved', 'b approved'] });
  });

  it('receives every one of many concurrent decisions', async () => {
    const items = Array.from({ length: 12 }, (_, index) => index);
    const loop = {
      id: 'each',
      type: 'loop',
      config: {
        items,
        concurrency: items.length,
        body: { nodes: [approve()], outputs: { d: '{{ nodes.ask.outputs.decision }}' } },
      },
    };
    const saved = await save({ nodes: [loop], outputs: { all: '{{ nodes.each.outputs.results.d }}' } });
    for (let round = 0; round < 8; round += 1) {
      const id = await execute(saved);
      await reached(id, 'waiting');
      await Promise.all(
        items.map(async (index) => {
          await new Promise((resolve) => {
            setTimeout(resolve, Math.random() * 60);
          });
          expect((await decide(id, `each[${index}].ask`, { decision: 'approve' })).status).toBe(200);
        }),
      );
      expect((await reached(id)).outputs).toEqual({ all: items.map(() => 'approved') });
    }
  });

  it('is decided however deep it is, by ids of any length', async () => {
    const idOf = (letter: string) => letter.repeat(64);
    const loop = (letter: string, nodes: object[]) => ({
      id: idOf(letter),
      type: 'loop',
      config: { items: [1], body: { nodes } },
    });
    const ask = { id: idOf('d'), type: 'approval', config: { title: 'Go?' } };
    const id = await execute(await save({ nodes: [loop('a', [loop('b', [loop('c', [ask])])])] }));
    await reached(id, 'waiting');
    const path = `${['a', 'b', 'c'].map((letter) => `${idOf(letter)}[0]`).join('.')}.${idOf('d')}`;
    expect((await decide(id, path, { decision: 'approve' })).status).toBe(200);
    expect((await reached(id)).status).toBe('completed');
    expect((await decide(id, 'x'.repeat(2_001), { decision: 'approve' })).status).toBe(404);
  });

  it('is a 404 if there is none, and refuses other decisions', async () => {
    const id = await execute(await save(asking()), { what: 'it' });
    await reached(id, 'waiting');
    expect((await decide(id, 'yes', { decision: 'approve' })).status).toBe(404);
    expect((await decide('exe_nope', 'ask', { decision: 'approve' })).status).toBe(404);
    expect((await decide(id, 'ask', { decision: 'maybe' })).status).toBe(400);
    await call(server, 'POST', `/api/v1/executions/${id}/cancel`);
    expect((await decide(id, 'ask', { decision: 'approve' })).status).toBe(400);
  });
});

describe('a worker that stops', () => {
  it('hands its executions to the next one, which continues from the recorded results', async () => {
    const definition = {
      nodes: [text('first', '{{ $millis() }}'), approve(), text('last', '{{ nodes.first.outputs.text }}')],
      edges: [
        { from: 'first', to: 'ask' },
        { from: 'ask', to: 'last' },
      ],
      outputs: { first: '{{ nodes.last.outputs.text }}' },
    };
    const id = await execute(await save(definition));
    await reached(id, 'waiting');
    const [first] = await nodes(id);
    // The state left by a killed worker: a lease that nobody renews.
    const { sql } = server.platform.database;
    await sql`UPDATE executions SET status = 'running', held = true, due_at = now() + interval '1 second' WHERE id = ${id}`;
    expect((await decide(id, 'ask', { decision: 'approve' })).status).toBe(200);
    const execution = await reached(id);
    expect(execution).toMatchObject({ status: 'completed', outputs: { first: first.outputs.text } });
  });
});

it('executions in which an approval waits for a decision are listed', async () => {
  const workflow = await save(asking());
  const listed = async (awaited: boolean) => {
    const query = `workflow_id=${workflow}&awaiting_approval=${awaited}`;
    const { body } = await call(server, 'GET', `/api/v1/executions?${query}`);
    return body.data.map(({ id }: { id: string }) => id);
  };
  const [open, decided, stopped] = [
    await execute(workflow, { what: 'one' }),
    await execute(workflow, { what: 'two' }),
    await execute(workflow, { what: 'three' }),
  ];
  for (const id of [open, decided, stopped]) await reached(id, 'waiting');
  expect(await listed(true)).toEqual([stopped, decided, open]);
  await decide(decided, 'ask', { decision: 'approve' });
  await reached(decided);
  await call(server, 'POST', `/api/v1/executions/${stopped}/cancel`);
  expect(await listed(true)).toEqual([open]);
  expect(await listed(false)).toEqual([stopped, decided]);
});

it('executions that failed since a time are listed by their end, which may be days after their beginning', async () => {
  const workflow = await save({
    nodes: [approve(), text('last', '{{ $error("broken") }}')],
    edges: [{ from: 'ask', to: 'last' }],
  });
  const [failed, open] = [await execute(workflow), await execute(workflow)];
  for (const id of [failed, open]) await reached(id, 'waiting');
  const begun = (await get(failed)).created_at;
  await decide(failed, 'ask', { decision: 'approve' });
  const { status, completed_at: ended } = await reached(failed);
  expect(status).toBe('failed');
  const listed = async (path: string, since: string) => {
    const query = `workflow_id=${workflow}&failed_since=${new Date(Date.parse(since) + 1).toISOString()}`;
    return call(server, 'GET', `/api/v1/executions${path}?${query}`);
  };
  const { body } = await listed('', begun);
  expect(body).toMatchObject({ data: [{ id: failed }], pagination: { total_count: 1 } });
  expect((await listed('', ended)).body.data).toEqual([]);
  expect((await listed('/export', begun)).body).toContain(failed);
  expect((await listed('/export', ended)).body).not.toContain(failed);
});
