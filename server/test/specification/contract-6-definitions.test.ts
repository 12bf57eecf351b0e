import { describe, expect, it } from 'vitest';
import { expectInvalid } from './fields.ts';
import { approval, type Body, fileForm, useWorld } from './world.ts';

const world = useWorld();
const text = (id: string, value = 'x', extra: object = {}) => ({
  id,
  type: 'template',
  config: { text: value },
  ...extra,
});

describe('Contract 6 Workflows: definitions', () => {
  const save = async (definition: object, rest: object = {}) =>
    world.api('POST', '/workflows', { body: { name: 'Test', definition, ...rest } });
  const saved = async (definition: object, rest: object = {}): Promise<Body> =>
    world.make('/workflows', { name: 'Test', definition, ...rest });
  const run = async (definition: object, inputs: object = {}, rest: object = {}): Promise<Body> => {
    const { id } = await saved(definition, rest);
    const { execution_id: execution } = await world.make(`/workflows/${id}/execute`, { inputs });
    return world.until(`/executions/${execution}`, 'completed', 'failed');
  };

  describe('definition = {nodes, edges, outputs}, checked when saved', () => {
    it.each(['Upper', '1st', 'a-b', '', `a${'b'.repeat(64)}`, 'é'])('an id must match the pattern: %s', async (id) => {
      expectInvalid(await save({ nodes: [text(id)] }), 'body.definition.nodes[0].id');
    });
    it('an id may have 64 characters', async () => {
      expect((await save({ nodes: [text(`a${'b'.repeat(63)}`)] })).status).toBe(201);
    });
    it('ids are unique', async () => {
      expectInvalid(await save({ nodes: [text('a'), text('a')] }), 'body.definition.nodes[1].id');
    });
    it('edges join nodes that exist', async () => {
      const edges = [
        { from: 'a', to: 'z' },
        { from: 'y', to: 'a' },
      ];
      const paths = ['body.definition.edges[0].to', 'body.definition.edges[1].from'];
      expectInvalid(await save({ nodes: [text('a')], edges }), ...paths);
    });
    it.each([
      [[['a', 'a']]],
      [
        [
          ['a', 'b'],
          ['b', 'a'],
        ],
      ],
      [
        [
          ['a', 'b'],
          ['b', 'c'],
          ['c', 'b'],
        ],
      ],
    ])('no cycle: %j', async (pairs) => {
      const edges = pairs.map(([from, to]) => ({ from, to }));
      expectInvalid(await save({ nodes: ['a', 'b', 'c'].map((id) => text(id)), edges }), 'body.definition.edges');
    });
    it('every template parses: in a config, deep inside of one, and in outputs', async () => {
      const call = { method: 'POST', url: 'http://example.com', body: { list: ['{{ fine }}', '{{ 1 + }}'] } };
      const definition = {
        nodes: [text('a', '{{'), { id: 'b', type: 'http_request', config: call }],
        outputs: { text: '{{ ) }}' },
      };
      const at = 'body.definition';
      const paths = [`${at}.nodes[0].config.text`, `${at}.nodes[1].config.body.list[1]`, `${at}.outputs.text`];
      expectInvalid(await save(definition), ...paths);
    });
    it('every named resource exists, in the body of a loop too', async () => {
      const nodes = [
        { id: 'a', type: 'agent', config: { agent_id: 'agt_nope', message: 'x' } },
        { id: 'k', type: 'knowledge_query', config: { knowledge_base_id: 'kb_nope', query: 'x' } },
        { id: 'w', type: 'workflow', config: { workflow_id: 'wf_nope' } },
        { id: 'f', type: 'extract', config: { file_id: 'fil_nope' } },
        { id: 't', type: 'agent', config: { agent_id: '{{ inputs.agent }}', message: 'x', thread_id: 'thr_nope' } },
      ];
      const loop = { id: 'l', type: 'loop', config: { items: [], body: { nodes } } };
      const fields = ['agent_id', 'knowledge_base_id', 'workflow_id', 'file_id', 'thread_id'];
      const { status, body } = await save({ nodes: [...nodes, loop] });
      expect(status).toBe(400);
      expect(body.error.details.fields.map(({ path }: Body) => path).toSorted()).toEqual(
        ['nodes', 'nodes[5].config.body.nodes']
          .flatMap((list) => fields.map((field, index) => `body.definition.${list}[${index}].config.${field}`))
          .toSorted(),
      );
    });
    it('a file and a thread may be deleted; the definition can’t be saved again until it names others', async () => {
      const thread = await world.thread();
      const file = (await world.api('POST', '/files', { form: fileForm('a.txt', 'Hello') })).body.data;
      const { agent_id } = thread;
      const nodes = [
        { id: 'read', type: 'extract', config: { file_id: file.id } },
        { id: 'ask', type: 'agent', config: { agent_id, message: 'Hi', thread_id: thread.id } },
      ];
      const { id } = await saved({ nodes });
      for (const path of [`/files/${file.id}`, `/threads/${thread.id}`]) {
        expect((await world.api('DELETE', path)).status).toBe(200);
      }
      const missing = ['body.definition.nodes[0].config.file_id', 'body.definition.nodes[1].config.thread_id'];
      const patch = async (body: object) => world.api('PATCH', `/workflows/${id}`, { body });
      expectInvalid(await patch({ definition: { outputs: { a: 'b' } } }), ...missing);
      expectInvalid(await world.api('POST', `/workflows/${id}/versions/1/restore`), ...missing);
      expect((await patch({ name: 'Old', status: 'inactive' })).body.data).toMatchObject({ name: 'Old', version: 1 });
    });
    it('max_duration_s is 3600 when not given', async () => {
      expect((await saved({ nodes: [] })).max_duration_s).toBe(3_600);
    });
    it('a PATCH is checked in the same way', async () => {
      const { id } = await saved({ nodes: [text('a')] });
      const body = { definition: { nodes: [text('B')] } };
      expectInvalid(await world.api('PATCH', `/workflows/${id}`, { body }), 'body.definition.nodes[0].id');
    });
  });

  describe('A saved change makes a new version', () => {
    it('of the definition or the input_schema only', async () => {
      const { id, version } = await saved({ nodes: [text('a')] });
      const patch = async (body: object) => (await world.api('PATCH', `/workflows/${id}`, { body })).body.data.version;
      expect(version).toBe(1);
      expect(await patch({ name: 'Other', max_duration_s: 60, status: 'inactive' })).toBe(1);
      expect(await patch({ definition: { nodes: [text('b')] } })).toBe(2);
      expect(await patch({ definition: { nodes: [text('b')] } })).toBe(2);
      expect(await patch({ input_schema: { properties: { a: { type: 'string' } } } })).toBe(3);
    });
    it('an execution keeps the version with which it started', async () => {
      const nodes = [approval, text('after', 'old')];
      const edges = [{ from: 'ask', to: 'after' }];
      const { id } = await saved({ nodes, edges, outputs: { text: '{{ nodes.after.outputs.text }}' } });
      const { execution_id: execution } = await world.make(`/workflows/${id}/execute`);
      await world.until(`/executions/${execution}`, 'waiting');
      await world.api('PATCH', `/workflows/${id}`, {
        body: { definition: { nodes: [text('after', 'new')], edges: [] } },
      });
      await world.make(`/executions/${execution}/approvals/ask`, { decision: 'approve' });
      const done = await world.until(`/executions/${execution}`, 'completed');
      expect(done).toMatchObject({ workflow_version: 1, outputs: { text: 'old' } });
    });
  });

  describe('Node and Edge', () => {
    it('retry has max_attempts 1, backoff fixed when not given', async () => {
      const { definition } = await saved({ nodes: [text('a', 'x', { retry: {} })] });
      expect(definition.nodes[0].retry).toMatchObject({ max_attempts: 1, backoff: 'fixed' });
    });
    it.each([
      ['retry.max_attempts', { retry: { max_attempts: 0 } }],
      ['retry.max_attempts', { retry: { max_attempts: 11 } }],
      ['retry.backoff_ms', { retry: { backoff_ms: -1 } }],
      ['retry.backoff', { retry: { backoff: 'linear' } }],
      ['timeout_ms', { timeout_ms: 0 }],
      ['on_error', { on_error: 'ignore' }],
      ['colour', { colour: 'red' }],
    ])('%s: %j is refused', async (field, extra) => {
      expectInvalid(await save({ nodes: [text('a', 'x', extra)] }), `body.definition.nodes[0].${field}`);
    });
    it.each([1, 10])('retry.max_attempts may be %i', async (max_attempts) => {
      expect((await save({ nodes: [text('a', 'x', { retry: { max_attempts } })] })).status).toBe(201);
    });
    it('on is a branch of its node: true or false also as booleans', async () => {
      const nodes = [{ id: 'if', type: 'condition', config: { if: 'inputs.n' } }, text('a'), text('b')];
      const edges = (on: unknown) => [{ from: 'if', to: 'a', on }];
      expect((await saved({ nodes, edges: edges(true) })).definition.edges[0].on).toBe('true');
      expect((await save({ nodes, edges: edges('false') })).status).toBe(201);
      expectInvalid(await save({ nodes, edges: edges('maybe') }), 'body.definition.edges[0].on');
      expectInvalid(await save({ nodes, edges: edges('error') }), 'body.definition.edges[0].on');
    });
  });

  describe('Templates', () => {
    const evaluate = async (template: string, inputs: object = {}): Promise<unknown> =>
      (await run({ nodes: [], outputs: { value: template } }, inputs)).outputs.value;

    it.each([
      ['a number', 3],
      ['a boolean', false],
      ['an array', [1, ['a']]],
      ['an object', { a: { b: null } }],
      ['null', null],
    ])('a string that is a single expression keeps the type of its result: %s', async (_name, value) => {
      expect(await evaluate('{{ inputs.value }}', { value })).toEqual(value);
    });
    it('an undefined value is null by itself', async () => {
      expect(await evaluate('{{ inputs.none }}')).toBeNull();
    });
    it('an undefined value is empty inside text', async () => {
      expect(await evaluate('a{{ inputs.none }}b')).toBe('ab');
    });
    it('every string of a config is a template, at any depth', async () => {
      const each = { id: 'each', type: 'transform', config: { expression: '1' }, name: '{{ no template }}' };
      world.receiver.answer('/deep', 200);
      const config = { method: 'POST', url: `${world.receiver.url}/deep`, body: { a: [{ b: '{{ inputs.n }}' }] } };
      await run({ nodes: [each, { id: 'call', type: 'http_request', config }] }, { n: 7 });
      const [received] = await world.receiver.waitFor('/deep', 1);
      expect(JSON.parse(received?.text ?? '')).toEqual({ a: [{ b: 7 }] });
    });
    it.each(['inputs.n = 1', '{{ inputs.n = 1 }}', ' {{inputs.n = 1}} '])(
      'if and expression are bare expressions, and may also be wrapped: %s',
      async (expression) => {
        const nodes = [
          { id: 'if', type: 'condition', config: { if: expression } },
          { id: 'is', type: 'transform', config: { expression } },
        ];
        const outputs = { if: '{{ nodes.if.outputs.result }}', is: '{{ nodes.is.outputs.value }}' };
        expect((await run({ nodes, outputs }, { n: 1 })).outputs).toEqual({ if: true, is: true });
      },
    );
    it('the source of code is not a template', async () => {
      const source = 'export default () => "{{ inputs.n }}"';
      const nodes = [{ id: 'c', type: 'code', config: { source } }];
      const { outputs } = await run({ nodes, outputs: { value: '{{ nodes.c.outputs.value }}' } }, { n: 1 });
      expect(outputs.value).toBe('{{ inputs.n }}');
    });
    it('over inputs, nodes with outputs, status and error, and execution', async () => {
      const failing = { id: 'bad', type: 'fail', config: { code: 'no', message: 'No.' }, on_error: 'branch' };
      const done = await run(
        {
          nodes: [text('good', 'fine'), failing, text('skipped')],
          edges: [{ from: 'bad', to: 'skipped' }],
          outputs: { nodes: '{{ nodes }}', input: '{{ inputs.a }}', execution: '{{ execution }}' },
        },
        { a: 1 },
      );
      expect(done.outputs).toEqual({
        nodes: {
          good: { status: 'completed', outputs: { text: 'fine' } },
          bad: { status: 'failed', outputs: null, error: { code: 'no', message: 'No.' } },
          skipped: { status: 'skipped', outputs: null },
        },
        input: 1,
        execution: expect.objectContaining({ id: done.id, workflow_id: done.workflow_id, retry_of: null }),
      });
    });
    it('and in a loop over item and index', async () => {
      const body = { nodes: [], outputs: { is: '{{ index }}: {{ item.name }}' } };
      const nodes = [{ id: 'each', type: 'loop', config: { items: [{ name: 'a' }, { name: 'b' }], body } }];
      const { outputs } = await run({ nodes, outputs: { all: '{{ nodes.each.outputs.results.is }}' } });
      expect(outputs.all).toEqual(['0: a', '1: b']);
    });
    it.each([
      ['in time', '($f := function($x) { $f($x) }; $f(1))'],
      ['in depth', '($f := function($x) { 1 + $f($x) }; $f(1))'],
      ['in size', '$pad("x", 500000000)'],
    ])('evaluation is limited %s: the execution fails', async (_bound, expression) => {
      const { status, error } = await run({ nodes: [text('bad', `{{ ${expression} }}`)] });
      expect([status, error.code, error.node_id]).toEqual(['failed', 'template_error', 'bad']);
    });
    it.each(['process', 'globalThis', 'require', 'constructor', 'inputs.__proto__', '$eval("process")'])(
      'and has no access to anything else: %s',
      async (expression) => {
        expect(await evaluate(`{{ ${expression} }}`)).toBeNull();
      },
    );
  });
});
