import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEvents } from '../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { edge, text, workflowRuns } from '../../../test/workflow-runs.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const { save, nodes, run, execute } = workflowRuns(() => server);
const code = (id: string, source: string, inputs: unknown = {}, extra: object = {}) => ({
  id,
  type: 'code',
  config: { source, inputs },
  ...extra,
});
const throws = 'export default () => { throw new Error("no") }';

const statuses = async (id: string) =>
  Object.fromEntries((await nodes(id)).map((node: { node_id: string; status: string }) => [node.node_id, node.status]));

describe('branches', () => {
  const branching = {
    nodes: [
      { id: 'check', type: 'condition', config: { if: 'inputs.n > 3' } },
      text('big', 'big'),
      text('small', 'small'),
      text('smaller', 'smaller'),
      text('join', '{{ nodes.big.outputs.text }}{{ nodes.small.outputs.text }} {{ nodes.small.status }}'),
    ],
    edges: [
      edge('check', 'big', 'true'),
      edge('check', 'small', 'false'),
      edge('small', 'smaller'),
      edge('big', 'join'),
      edge('smaller', 'join'),
    ],
    outputs: { text: '{{ nodes.join.outputs.text }}' },
  };

  it('takes one, skips the other with all following nodes, and joins', async () => {
    const big = await run(branching, { n: 5 });
    expect(big.outputs).toEqual({ text: 'big skipped' });
    expect(await statuses(big.id)).toEqual({
      check: 'completed',
      big: 'completed',
      small: 'skipped',
      smaller: 'skipped',
      join: 'completed',
    });
    expect((await run(branching, { n: 1 })).outputs).toEqual({ text: 'small completed' });
    const events = await readEvents(server, `/api/v1/executions/${big.id}/events`);
    const progress = events.filter(({ event }) => event === 'execution:progress').map(({ data }) => data.progress);
    expect(progress).toHaveLength(5);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(100);
    expect(events.filter(({ event }) => event === 'node:skipped').map(({ data }) => data.node_id)).toEqual([
      'small',
      'smaller',
    ]);
  });

  it('switches by value and type, else by default', async () => {
    const definition = {
      nodes: [
        {
          id: 'pick',
          type: 'switch',
          config: {
            value: '{{ inputs.v }}',
            cases: [
              { name: 'one', equals: 1 },
              { name: 'list', equals: ['{{ inputs.w }}'] },
            ],
          },
        },
        text('one', '1'),
        text('list', 'l'),
        text('other', 'o'),
      ],
      edges: [edge('pick', 'one', 'one'), edge('pick', 'list', 'list'), edge('pick', 'other', 'default')],
      outputs: { name: '{{ nodes.pick.outputs.name }}', other: '{{ nodes.other.outputs.text }}' },
    };
    const id = await save(definition);
    expect((await run(definition, { v: 1 })).outputs).toEqual({ name: 'one', other: null });
    expect((await run(definition, { v: ['x'], w: 'x' })).outputs).toEqual({ name: 'list', other: null });
    expect((await run(definition, { v: '1' })).outputs).toEqual({ name: 'default', other: 'o' });
    expect(id).toMatch(/^wf_/);
  });

  it('runs independent branches at the same time', async () => {
    const wait = (id: string) => ({ id, type: 'delay', config: { seconds: 1 } });
    const execution = await run({ nodes: [wait('a'), wait('b'), wait('c')] });
    expect(execution.status).toBe('completed');
    const runs = await nodes(execution.id);
    const starts = runs.map((node: { started_at: string }) => Date.parse(node.started_at));
    const ends = runs.map((node: { completed_at: string }) => Date.parse(node.completed_at));
    expect(Math.max(...starts)).toBeLessThan(Math.min(...ends));
  });
});

describe('errors', () => {
  it('continue with continue', async () => {
    const execution = await run({
      nodes: [
        code('bad', throws, {}, { on_error: 'continue' }),
        text('next', '{{ nodes.bad.error.code }} {{ nodes.bad.status }}'),
      ],
      edges: [edge('bad', 'next')],
      outputs: { text: '{{ nodes.next.outputs.text }}' },
    });
    expect(execution).toMatchObject({ status: 'completed', outputs: { text: 'node_execution_failed failed' } });
  });

  it('take the error edge with branch', async () => {
    const execution = await run({
      nodes: [
        code('bad', throws, {}, { on_error: 'branch' }),
        text('next', 'x'),
        text('rescue', '{{ nodes.bad.error.message }}'),
      ],
      edges: [edge('bad', 'next'), edge('bad', 'rescue', 'error')],
      outputs: { text: '{{ nodes.rescue.outputs.text }}' },
    });
    expect(execution).toMatchObject({ status: 'completed', outputs: { text: 'Error: no' } });
    expect((await statuses(execution.id))['next']).toBe('skipped');
  });

  it('are retried as the node specifies', async () => {
    const execution = await run({
      nodes: [code('bad', throws, {}, { retry: { max_attempts: 3, backoff_ms: 10, backoff: 'exponential' } })],
    });
    expect(execution.status).toBe('failed');
    expect((await nodes(execution.id)).map((node: { attempt: number }) => node.attempt)).toEqual([1, 2, 3]);
    const events = await readEvents(server, `/api/v1/executions/${execution.id}/events`);
    const failures = events
      .filter(({ event }) => event === 'node:failed')
      .map(({ data }) => [data.attempt, data.will_retry]);
    expect(failures).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
  });

  it('stop the nodes that run at the same time', async () => {
    const execution = await run({
      nodes: [code('bad', throws), { id: 'slow', type: 'delay', config: { seconds: 60 } }],
    });
    expect(execution).toMatchObject({ status: 'failed', error: { node_id: 'bad' } });
    expect((await statuses(execution.id))['slow']).toBe('cancelled');
  });

  it('include a node’s own time-out and a template that can’t be evaluated', async () => {
    expect(
      await run({ nodes: [code('slow', 'export default () => { for (;;) {} }', {}, { timeout_ms: 200 })] }),
    ).toMatchObject({
      error: { code: 'node_timeout', node_id: 'slow' },
    });
    expect(await run({ nodes: [text('bad', '{{ $pad("x", 500000000) }}')] })).toMatchObject({
      error: { code: 'template_error', node_id: 'bad' },
    });
  });

  it('have messages that are cut between characters', async () => {
    const long = '😀'.repeat(2000);
    // With one more letter before them, a cut falls in the middle of the emoji.
    const sources = ['', 'a'].flatMap((letter) => [
      text('bad', `{{ $nope("${letter}${long}") }}`),
      code('bad', `export default () => { throw new Error(${JSON.stringify(letter + long)}); }`),
    ]);
    for (const node of sources) {
      const { error } = await run({ nodes: [node] });
      expect(error.message).toContain('😀😀');
      expect(error.message.isWellFormed(), error.message).toBe(true);
    }
  });
});

it('says that an expression found nothing, where a value is needed', async () => {
  const wait = (seconds: string) =>
    run({ nodes: [{ id: 'wait', type: 'delay', config: { seconds } }] }, { pause: 'x' });
  expect((await wait('{{ inputs.puase }}')).error).toEqual({
    code: 'template_error',
    message: 'config.seconds: has no value, because its expression found nothing',
    node_id: 'wait',
  });
  expect((await wait('{{ inputs.pause }}')).error.message).toBe('config.seconds: must be a number');
});

describe('loops', () => {
  const each = (config: object, extra: object = {}) => ({
    nodes: [{ id: 'each', type: 'loop', config, ...extra }],
    outputs: { results: '{{ nodes.each.outputs.results }}', errors: '{{ nodes.each.outputs.errors }}' },
  });
  const body = {
    nodes: [
      code('work', 'export default (i) => { if (i.item < 0) throw new Error("negative"); return i.item * i.index }', {
        item: '{{ item }}',
        index: '{{ index }}',
      }),
    ],
    outputs: { value: '{{ nodes.work.outputs.value }}', said: '{{ inputs.word }}' },
  };

  it('run the body for each item, in order, several at a time', async () => {
    const items = [5, 6, 7, 8];
    const execution = await run(each({ items: '{{ inputs.items }}', body, concurrency: 3 }), { items, word: 'hi' });
    expect(execution.outputs).toEqual({
      results: [0, 6, 14, 24].map((value) => ({ value, said: 'hi' })),
      errors: [],
    });
    const ids = (await nodes(execution.id)).map((node: { node_id: string }) => node.node_id);
    expect(ids.toSorted()).toEqual(['each', 'each[0].work', 'each[1].work', 'each[2].work', 'each[3].work']);
  });

  it('say how a selection with any number of matches becomes a list', async () => {
    const found = { nodes: [text('t', '{{ item.n }}')], outputs: { n: '{{ nodes.t.outputs.text }}' } };
    const select = async (items: string, numbers: number[]) =>
      run(each({ items, body: found }), { all: numbers.map((n) => ({ n })) });
    expect((await select('{{ inputs.all[n > 1] }}', [1, 2])).error).toEqual({
      code: 'template_error',
      message:
        'config.items: must be a list. Put [ ] around an expression that selects: one match alone is not a list.',
      node_id: 'each',
    });
    for (const [numbers, results] of [
      [[1], []],
      [[1, 2], [{ n: '2' }]],
      [
        [1, 2, 3],
        [{ n: '2' }, { n: '3' }],
      ],
    ] as const) {
      expect((await select('{{ [inputs.all[n > 1]] }}', [...numbers])).outputs.results).toEqual(results);
    }
  });

  it('continue after a failed item, or fail with it', async () => {
    const going = await run(each({ items: [1, -1, 1], body, on_item_error: 'continue' }), { word: 'hi' });
    expect(going.outputs).toEqual({
      results: [{ value: 0, said: 'hi' }, null, { value: 2, said: 'hi' }],
      errors: [{ index: 1, error: { code: 'node_execution_failed', message: 'Error: negative' } }],
    });
    const failing = await run(each({ items: [1, -1, 1], body, concurrency: 3 }));
    expect(failing.error).toEqual({
      code: 'node_execution_failed',
      message: 'Item 1: Error: negative',
      node_id: 'each',
    });
  });

  it('can read the surrounding nodes, and can be nested', async () => {
    const execution = await run({
      nodes: [
        text('word', 'w'),
        {
          id: 'outer',
          type: 'loop',
          config: {
            items: ['a', 'b'],
            body: {
              nodes: [
                {
                  id: 'inner',
                  type: 'loop',
                  config: {
                    items: [1, 2],
                    body: {
                      nodes: [text('t', '{{ nodes.word.outputs.text }}{{ item }}{{ index }}')],
                      outputs: { t: '{{ nodes.t.outputs.text }}' },
                    },
                  },
                },
              ],
              outputs: { item: '{{ item }}', all: '{{ nodes.inner.outputs.results.t }}' },
            },
          },
        },
      ],
      edges: [edge('word', 'outer')],
      outputs: { all: '{{ nodes.outer.outputs.results }}' },
    });
    expect(execution.outputs).toEqual({
      all: [
        { item: 'a', all: ['w10', 'w21'] },
        { item: 'b', all: ['w10', 'w21'] },
      ],
    });
  });

  it('retry only what failed', async () => {
    const source = `export default (i) => { if (i.n === 2) throw new Error("two"); return i.n }`;
    const execution = await run({
      nodes: [
        {
          id: 'each',
          type: 'loop',
          retry: { max_attempts: 2, backoff_ms: 10 },
          config: { items: [1, 2], body: { nodes: [code('work', source, { n: '{{ item }}' })] } },
        },
      ],
    });
    expect(execution.status).toBe('failed');
    const runs = (await nodes(execution.id)).map(
      (node: { node_id: string; attempt: number; status: string }) => `${node.node_id} ${node.attempt} ${node.status}`,
    );
    expect(runs.toSorted()).toEqual([
      'each 1 failed',
      'each 2 failed',
      'each[0].work 1 completed',
      'each[1].work 1 failed',
      'each[1].work 2 failed',
    ]);
  });
});

describe('called workflows', () => {
  it('return their outputs, obey their schema, and stop at depth 8', async () => {
    const called = await save(
      { nodes: [text('t', 'Dear {{ inputs.name }}')], outputs: { line: '{{ nodes.t.outputs.text }}' } },
      { input_schema: { properties: { name: { type: 'string', default: 'friend' } } } },
    );
    const calling = (config: object) => ({
      nodes: [{ id: 'call', type: 'workflow', config }],
      outputs: { line: '{{ nodes.call.outputs.line }}' },
    });
    expect(
      (await run(calling({ workflow_id: called, inputs: { name: '{{ inputs.who }}' } }), { who: 'Ada' })).outputs,
    ).toEqual({ line: 'Dear Ada' });
    expect((await run(calling({ workflow_id: called }))).outputs).toEqual({ line: 'Dear friend' });
    const wrong = await run(calling({ workflow_id: called, inputs: { name: 3 } }));
    expect(wrong.error).toMatchObject({ code: 'node_execution_failed', node_id: 'call' });
    let deep = called;
    for (let depth = 0; depth < 8; depth += 1)
      deep = await save(calling({ workflow_id: deep, inputs: { name: 'deep' } }));
    expect((await run(calling({ workflow_id: '{{ inputs.id }}' }), { id: deep })).status).toBe('failed');
    const each = {
      nodes: [{ id: 'each', type: 'loop', config: { items: [{ name: 'A' }, {}], workflow_id: called } }],
      outputs: { all: '{{ nodes.each.outputs.results.line }}' },
    };
    expect((await run(each)).outputs).toEqual({ all: ['Dear A', 'Dear friend'] });
    expect(await execute(deep)).toMatch(/^exe_/);
  });
});
