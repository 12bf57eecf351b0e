import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const { save, execute, reached } = workflowRuns(() => server);
const send = async (method: string, path: string, body?: unknown) =>
  call(server, method, `/api/v1${path}`, body === undefined ? {} : { body });
const definition = { nodes: [text('a', 'one')], outputs: { text: '{{ nodes.a.outputs.text }}' } };

describe('templates that read what can’t exist', () => {
  const none = (id: string) => `no node is named “${id}”, so this is empty`;
  const unknown = (name: string, known: string) => `“${name}” is not known here, so this is empty; known are ${known}`;
  const names = 'inputs, nodes, execution';

  it('are saved with warnings that name them', async () => {
    const each = {
      id: 'each',
      type: 'loop',
      config: {
        items: '{{ [nodes.frist.outputs.list[size > 1]] }}',
        body: {
          nodes: [text('in', '{{ item.x }} {{ nodes.a.outputs.text }} {{ nodes.b.outputs.text }}')],
          outputs: { o: '{{ nodes.in.outputs.text & nodes.each.outputs.results }}', i: '{{ idx }}' },
        },
      },
    };
    const made = await send('POST', '/workflows', {
      name: 'Typos',
      definition: {
        nodes: [
          text('a', 'Hi {{ input.city }}, {{ inputs.town }} {{ execution.id }} {{ $count(inputs.x) }} {{ "nodes.z" }}'),
          { id: 'if', type: 'condition', config: { if: 'nodes.A.outputs.text = "x"' } },
          { id: 'js', type: 'code', config: { source: 'export default () => "{{ nodes.z }}"' } },
          each,
        ],
        outputs: { text: '{{ nodes.in.outputs.text }}', item: '{{ item }}' },
      },
    });
    expect(made.status).toBe(201);
    const at = 'body.definition';
    expect(made.body.data.warnings).toEqual([
      { path: `${at}.nodes[0].config.text`, message: unknown('input', names) },
      { path: `${at}.nodes[1].config.if`, message: none('A') },
      { path: `${at}.nodes[3].config.items`, message: none('frist') },
      { path: `${at}.nodes[3].config.body.nodes[0].config.text`, message: none('b') },
      { path: `${at}.nodes[3].config.body.outputs.i`, message: unknown('idx', `${names}, item, index`) },
      { path: `${at}.outputs.text`, message: none('in') },
      { path: `${at}.outputs.item`, message: unknown('item', names) },
    ]);
    const { id } = made.body.data;
    expect((await send('GET', `/workflows/${id}`)).body.data).not.toHaveProperty('warnings');
    expect((await send('PATCH', `/workflows/${id}`, { name: 'Typo' })).body.data.warnings).toHaveLength(7);
    const outputs = { ...definition.outputs, item: null };
    const fixed = await send('PATCH', `/workflows/${id}`, { definition: { ...definition, outputs } });
    expect([fixed.status, fixed.body.data.warnings]).toEqual([200, undefined]);
  });
});

describe('expressions written as in another language', () => {
  it('are saved with warnings if they are valid and empty', async () => {
    const texts = [
      '{{ $json.city }}, {{ $sum(inputs.n) }}, {{ ($a := 1; $a + $b) }}',
      '{{ inputs["city"] }} {{ inputs.list[0] }} {{ inputs["first name"].x }} {{ inputs.l[name = "x"] }}',
      '{{ $map(inputs.l, function($v, $i) { $v & $i & $$.inputs.x }) }} {{ inputs.l@$e#$p.($e.x & $p & $) }}',
    ];
    const nodes = texts.map((each, index) => text(`t${index}`, each));
    const { body } = await send('POST', '/workflows', { name: 'Others', definition: { nodes } });
    const unknown = (name: string) =>
      `“${name}” is not known here, so this is empty; known are inputs, nodes, execution`;
    const at = (index: number) => `body.definition.nodes[${index}].config.text`;
    expect(body.data.warnings).toEqual([
      { path: at(0), message: unknown('$json') },
      { path: at(0), message: unknown('$b') },
      { path: at(1), message: '["city"] is a filter that keeps everything; write .city for the field' },
      { path: at(1), message: '["first name"] is a filter that keeps everything; write .`first name` for the field' },
    ]);
  });

  it.each([
    ['inputs.a && inputs.b', '“&&” is written “and”'],
    ['inputs.a || "x == y"', '“||” is written “or”'],
    ['inputs.a === 1', '“===” is written “=”'],
    ['inputs.a !== 1', '“!==” is written “!=”'],
    ['inputs?.a', '“?.” is written “.”'],
  ])('are refused with the operator of JSONata: %s', async (expression, hint) => {
    const definition = { nodes: [text('a', `{{ ${expression} }}`)] };
    const { status, body } = await send('POST', '/workflows', { name: 'Others', definition });
    expect([status, body.error.details.fields[0].message]).toEqual([
      400,
      expect.stringContaining(`; in JSONata, ${hint}`),
    ]);
  });
});

describe('code that can’t run', () => {
  const code = (id: string, source: string) => ({ id, type: 'code', config: { source } });

  it('is saved with a warning that names the line, without being run', async () => {
    const body = { nodes: [code('in', 'export default () => {\n  return ];\n}')] };
    const made = await send('POST', '/workflows', {
      name: 'Code',
      definition: {
        nodes: [
          code('fine', 'while (true) {}\nexport default (inputs) => inputs'),
          code('n8n', 'return $input.all();'),
          { id: 'each', type: 'loop', config: { items: [1], body } },
          text('empty', '{{ nodes.none }}'),
          code('bare', '(inputs) => inputs'),
        ],
      },
    });
    const at = 'body.definition.nodes';
    expect([made.status, made.body.data.warnings]).toEqual([
      201,
      [
        { path: `${at}[1].config.source`, message: 'SyntaxError: return not in a function (line 1)' },
        {
          path: `${at}[2].config.body.nodes[0].config.source`,
          message: expect.stringMatching(/^SyntaxError: .+ \(line 2\)$/),
        },
        { path: `${at}[4].config.source`, message: expect.stringMatching(/default export/) },
        { path: `${at}[3].config.text`, message: expect.stringMatching(/no node is named/) },
      ],
    ]);
    const nodes = [code('n8n', 'export default () => [1]')];
    const fixed = await send('PATCH', `/workflows/${made.body.data.id}`, { definition: { nodes } });
    expect([fixed.status, fixed.body.data.warnings]).toEqual([200, undefined]);
  });
});

describe('workflows', () => {
  it('are created with defaults, read, listed newest first, and deleted', async () => {
    const created = await send('POST', '/workflows', { name: ' Greet ', definition });
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      id: expect.stringMatching(/^wf_[0-9a-z]{26}$/),
      name: 'Greet',
      description: '',
      status: 'active',
      input_schema: { type: 'object', properties: {}, required: [] },
      max_duration_s: 3600,
      version: 1,
      definition: { ...definition, edges: [] },
    });
    const { id } = created.body.data;
    expect((await send('GET', `/workflows/${id}`)).body.data).toEqual(created.body.data);
    const { definition: _, ...summary } = created.body.data;
    expect((await send('GET', '/workflows')).body.data[0]).toEqual(summary);
    expect((await send('DELETE', `/workflows/${id}`)).body.data).toEqual({ id, deleted: true });
    expect((await send('GET', `/workflows/${id}`)).status).toBe(404);
    expect((await send('DELETE', `/workflows/${id}`)).status).toBe(404);
    expect((await send('POST', `/workflows/${id}/execute`, {})).status).toBe(404);
  });

  it('that are invalid are refused with a list of every fault', async () => {
    const { status, body } = await send('POST', '/workflows', {
      name: '',
      colour: 'red',
      max_duration_s: 0,
      input_schema: { properties: { a: { type: 'strin' } } },
      definition: {
        nodes: [
          text('a', '{{ 1 + }}'),
          text('a', 'x'),
          { id: 'b', type: 'workflow', config: { workflow_id: 'wf_nope' } },
          { id: 'c', type: 'template', config: {} },
        ],
        edges: [{ from: 'a', to: 'z' }],
      },
    });
    expect(status).toBe(400);
    expect(body.error.code).toBe('validation_error');
    expect(body.error.details.fields.map((field: { path: string }) => field.path).toSorted()).toEqual([
      'body.colour',
      'body.definition.edges[0].to',
      'body.definition.nodes[0].config.text',
      'body.definition.nodes[1].id',
      'body.definition.nodes[2].config.workflow_id',
      'body.definition.nodes[3].config.text',
      'body.max_duration_s',
      'body.name',
    ]);
    const schema = await send('POST', '/workflows', {
      name: 'x',
      definition,
      input_schema: { properties: { a: { type: 'strin' } } },
    });
    expect(schema.body.error.details.fields[0].path).toBe('body.input_schema');
    expect((await send('POST', '/workflows', { name: 'x' })).body.error.details.fields[0].path).toBe('body.definition');
  });

  it('are changed by merge patch; a changed definition is a new version that running executions don’t see', async () => {
    const waiting = {
      nodes: [{ id: 'ask', type: 'approval', config: { title: 'Go?' } }, text('a', 'one')],
      edges: [{ from: 'ask', to: 'a', on: 'approved' }],
      outputs: { text: '{{ nodes.a.outputs.text }}' },
    };
    const id = await save(waiting);
    const old = await execute(id);
    await reached(old, 'waiting');
    const renamed = await send('PATCH', `/workflows/${id}`, { name: 'New', description: 'd' });
    expect(renamed.body.data).toMatchObject({ name: 'New', description: 'd', version: 1 });
    const changed = await send('PATCH', `/workflows/${id}`, {
      definition: { nodes: [text('a', 'two')], edges: [], outputs: { more: 'x' } },
    });
    expect(changed.body.data).toMatchObject({ version: 2, name: 'New' });
    expect(changed.body.data.definition.outputs).toEqual({ text: '{{ nodes.a.outputs.text }}', more: 'x' });
    expect((await reached(await execute(id))).outputs).toEqual({ text: 'two', more: 'x' });
    await send('POST', `/executions/${old}/approvals/ask`, { decision: 'approve' });
    expect(await reached(old)).toMatchObject({ workflow_version: 1, outputs: { text: 'one' } });

    expect((await send('PATCH', `/workflows/${id}`, { description: null })).body.data.description).toBe('');
    const wrong = await send('PATCH', `/workflows/${id}`, { name: null, version: 3 });
    expect(wrong.body.error.details.fields.map((field: { path: string }) => field.path).toSorted()).toEqual([
      'body.name',
      'body.version',
    ]);
    expect((await send('PATCH', '/workflows/wf_nope', {})).status).toBe(404);
    // The shape is checked before the existence.
    const misshapen = await send('PATCH', '/workflows/wf_nope', { name: 5, version: 3, definition: { nodes: {} } });
    expect(misshapen.body.error.details.fields.map((field: { path: string }) => field.path).toSorted()).toEqual([
      'body.definition.nodes',
      'body.name',
      'body.version',
    ]);
  });

  it('keep every one of several concurrent changes', async () => {
    const id = await save(definition);
    const changes = [
      { name: 'New' },
      { description: 'd' },
      { max_duration_s: 60 },
      { definition: { outputs: { more: 'x' } } },
      { input_schema: { properties: { a: { type: 'string' } } } },
    ];
    const answers = await Promise.all(changes.map(async (change) => send('PATCH', `/workflows/${id}`, change)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await send('GET', `/workflows/${id}`)).body.data).toMatchObject({
      name: 'New',
      description: 'd',
      max_duration_s: 60,
      version: 3,
      definition: { outputs: { text: '{{ nodes.a.outputs.text }}', more: 'x' } },
      input_schema: { properties: { a: { type: 'string' } } },
    });
  });

  it('are kept for their executions when deleted', async () => {
    const id = await save(definition);
    const execution = await execute(id);
    await reached(execution);
    await send('DELETE', `/workflows/${id}`);
    expect((await send('GET', `/executions/${execution}`)).body.data).toMatchObject({
      workflow_name: 'Test',
      status: 'completed',
    });
  });

  it('have a slug that is unique until they are deleted', async () => {
    const create = async () => send('POST', '/workflows', { name: 'Greet', slug: 'greet', definition });
    const { id, slug, version } = (await create()).body.data;
    expect({ slug, version }).toEqual({ slug: 'greet', version: 1 });
    expect((await create()).body.error.details.fields).toMatchObject([{ path: 'body.slug', code: 'taken' }]);
    const other = (await send('POST', '/workflows', { name: 'Other', definition })).body.data;
    expect(other.slug).toBeNull();
    const like = await send('PATCH', `/workflows/${other.id}`, { slug: id });
    expect(like.body.error?.details.fields).toMatchObject([{ path: 'body.slug', message: 'must not look like an id' }]);
    const taken = await send('PATCH', `/workflows/${other.id}`, { slug: 'greet' });
    expect(taken.body.error.details.fields).toMatchObject([{ path: 'body.slug', code: 'taken' }]);
    await send('DELETE', `/workflows/${id}`);
    expect((await send('PATCH', `/workflows/${other.id}`, { slug: 'greet' })).body.data).toMatchObject({
      slug: 'greet',
      version: 1,
    });
  });

  it('are invisible to another workspace', async () => {
    const id = await save(definition);
    const { sql } = server.platform.database;
    await sql`INSERT INTO workspaces (id, name) VALUES ('ws_other', 'other')`;
    await sql`UPDATE workflows SET workspace_id = 'ws_other' WHERE id = ${id}`;
    const answers = [
      await send('GET', `/workflows/${id}`),
      await send('PATCH', `/workflows/${id}`, {}),
      await send('DELETE', `/workflows/${id}`),
      await send('POST', `/workflows/${id}/execute`, {}),
      await send('POST', '/workflows', {
        name: 'x',
        definition: { nodes: [{ id: 'a', type: 'workflow', config: { workflow_id: id } }] },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 400]);
  });
});
