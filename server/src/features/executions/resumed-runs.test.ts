import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually, readEvents } from '../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';
import { toStorableJson } from '../../platform/storable-text.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const { save, execute, get, nodes, reached } = workflowRuns(() => server);
const decide = async (id: string, node: string) =>
  call(server, 'POST', `/api/v1/executions/${id}/approvals/${node}`, { body: { decision: 'approve' } });
const ask = (id: string) => ({ id, type: 'approval', config: { title: id } });

describe('an execution that continues after a wait', () => {
  it('has a progress that never decreases', async () => {
    const chain = Array.from({ length: 30 }, (_, index) => text(`step_${index}`, 'x'));
    const edges = chain.slice(1).map(({ id }, index) => ({ from: `step_${index}`, to: id }));
    const id = await execute(
      await save({
        nodes: [...chain, ask('one'), text('after', 'x'), ask('two')],
        edges: [...edges, { from: 'one', to: 'after' }],
      }),
    );
    await reached(id, 'waiting');
    await decide(id, 'one');
    await eventually(async () => ((await nodes(id)).length === 33 ? true : undefined));
    await reached(id, 'waiting');
    await decide(id, 'two');
    await reached(id);
    const events = await readEvents(server, `/api/v1/executions/${id}/events`);
    const progress = events.flatMap(({ event, data }) =>
      event === 'execution:progress' ? [Number(data.progress)] : [],
    );
    expect(progress).toHaveLength(33);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  });

  it('is not suspended while only outputs are still evaluated', async () => {
    const body = { nodes: [], outputs: { sum: '{{ $sum([1..20000]) + index }}' } };
    const each = { id: 'each', type: 'loop', config: { items: Array.from({ length: 40 }, () => 0), body } };
    const id = await execute(await save({ nodes: [ask('one'), each] }));
    await eventually(async () => {
      const rows: { node_id: string; status: string }[] = await nodes(id);
      return rows.some(({ node_id, status }) => node_id === 'each' && status === 'completed') ? true : undefined;
    });
    await decide(id, 'one');
    expect((await reached(id)).status).toBe('completed');
  });
});

describe('an execution without nodes', () => {
  it('can be cancelled while its outputs are evaluated, without affecting others', async () => {
    const slow = '{{ $match($pad("", 40, "a") & "!", /^(a+)+$/) }}';
    const definition = { nodes: [], outputs: { slow } };
    const called = await save(definition);
    const calling = { id: 'call', type: 'workflow', config: { workflow_id: called } };
    for (const workflow of [called, await save({ nodes: [calling] })]) {
      const id = await execute(workflow);
      await reached(id, 'running');
      expect((await call(server, 'POST', `/api/v1/executions/${id}/cancel`)).status).toBe(200);
      expect((await reached(id)).status).toBe('cancelled');
    }
  });
});

describe('an execution that takes weeks', () => {
  it.each(['completed', 'cancelled'])('is %s with its duration', async (end) => {
    const id = await execute(await save({ nodes: [ask('one')] }, { max_duration_s: 2_592_000 }));
    await reached(id, 'waiting');
    // 26 days ago: more milliseconds than 31 bits hold.
    const { sql } = server.platform.database;
    await sql`UPDATE executions SET started_at = started_at - interval '26 days' WHERE id = ${id}`;
    await sql`UPDATE node_runs SET started_at = started_at - interval '26 days' WHERE execution_id = ${id}`;
    if (end === 'completed') await decide(id, 'one');
    else await call(server, 'POST', `/api/v1/executions/${id}/cancel`);
    const execution = await reached(id);
    expect(execution.status).toBe(end);
    expect(execution.duration_ms).toBeGreaterThan(26 * 86_400_000);
    const [asked] = await nodes(id);
    if (end === 'completed') expect(asked.duration_ms).toBeGreaterThan(26 * 86_400_000);
    expect((await get(id)).status).toBe(end);
  });
});

describe('text that can’t be stored', () => {
  it('is repaired before it is recorded and handed on', async () => {
    const greeting = '"Well done, \\ud83c\\udf89"';
    const halves = '$split(nodes.whole.outputs.text, "")';
    const definition = {
      nodes: [
        {
          id: 'cut',
          type: 'code',
          config: { source: `export default () => ({ "k\\u0000": ${greeting}.slice(0, 12) })` },
        },
        {
          id: 'thrown',
          type: 'code',
          config: { source: `throw new Error("\\u0000" + ${greeting}.slice(-1))` },
          on_error: 'continue',
        },
        { id: 'cases', type: 'code', config: { source: 'export default () => [{ name: "a\\u0000b", equals: 1 }]' } },
        { id: 'pick', type: 'switch', config: { value: 1, cases: '{{ nodes.cases.outputs.value }}' } },
        text('whole', '\u{1F389}'),
        { id: 'first', type: 'transform', config: { expression: `${halves}[0]` } },
        text('both', `{{ ${halves}[0] }}{{ ${halves}[1] }}{{ ${halves}[1] }}`),
      ],
      edges: [
        { from: 'cases', to: 'pick' },
        { from: 'whole', to: 'first' },
        { from: 'whole', to: 'both' },
      ],
      outputs: {
        cut: '{{ nodes.cut.outputs.value }}',
        thrown: '{{ nodes.thrown.error.message }}',
        name: '{{ nodes.pick.outputs.name }}',
        first: '{{ nodes.first.outputs.value }}',
        both: '{{ nodes.both.outputs.text }}',
        second: `{{ ${halves}[1] }}`,
      },
    };
    const { id, status, outputs } = await reached(await execute(await save(definition)));
    expect({ status, outputs }).toEqual({
      status: 'completed',
      outputs: {
        cut: { k: 'Well done, \ufffd' },
        thrown: 'Error: \ufffd',
        name: 'ab',
        first: '\ufffd',
        both: '\u{1F389}\ufffd',
        second: '\ufffd',
      },
    });
    // As they are stored: a JSON column can contain what can't be read from it.
    const stored = await server.platform.database.sql<{ text: string }[]>`
      SELECT concat(inputs, outputs, error) AS text FROM node_runs WHERE execution_id = ${id}
      UNION ALL SELECT concat(outputs, error) FROM executions WHERE id = ${id}
      UNION ALL SELECT data FROM events WHERE stream = ${id}`;
    expect(stored.length).toBeGreaterThan(definition.nodes.length * 2);
    for (const row of stored) expect(toStorableJson(row.text)).toBe(row.text);
  });
});

describe('a value that can’t be stored', () => {
  it.each([1_000, 4_000, 8_000, 50_000])(
    'ends its execution, instead of being computed again and again: nested %i levels deep',
    async (depth) => {
      const source = `export default () => { let all = 1; for (let i = 0; i < ${depth}; i += 1) all = [all]; return all }`;
      const definition = {
        nodes: [{ id: 'deep', type: 'code', config: { source } }, text('more', '{{ nodes.deep.outputs.value }}')],
        edges: [{ from: 'deep', to: 'more' }],
        outputs: { deep: '{{ nodes.deep.outputs.value }}' },
      };
      const { id, status, error } = await reached(await execute(await save(definition)));
      if (status === 'failed') expect(error.code).toMatch(/^(node_execution_failed|template_error)$/);
      else expect(status).toBe('completed');
      const events = await readEvents(server, `/api/v1/executions/${id}/events`);
      expect(events.at(-1)?.event).toBe(`execution:${status}`);
    },
  );
});
