import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { occupyExpressions } from '../../../test/occupy-expressions.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { text } from '../../../test/workflow-runs.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

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

it('a long text without its closing quotation mark is refused at once', async () => {
  const unclosed = `{{ "${'\\"'.repeat(9_500)}${' }}'.repeat(50)}`;
  const startedAt = performance.now();
  const { status, body } = await send('POST', '/workflows', {
    name: 'Long',
    definition: { nodes: [text('a', unclosed)] },
  });
  expect([status, body.error.details.fields[0].message]).toEqual([400, expect.stringContaining('terminated')]);
  expect(performance.now() - startedAt).toBeLessThan(1_500);
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

  it('is saved without a warning if its check would have to wait', async () => {
    const nodes = [code('bad', 'return 1')];
    const { id } = (await send('POST', '/workflows', { name: 'Busy', definition: { nodes } })).body.data;
    const release = await occupyExpressions(server);
    const startedAt = performance.now();
    const saved = await send('PATCH', `/workflows/${id}`, { name: 'Saved' });
    const duration = performance.now() - startedAt;
    await release();
    expect([saved.status, saved.body.data.name, saved.body.data.warnings]).toEqual([200, 'Saved', undefined]);
    expect(duration).toBeLessThan(8_000);
    const saveAgain = async () => (await send('PATCH', `/workflows/${id}`, { name: 'Again' })).body.data.warnings;
    await expect.poll(saveAgain, { timeout: 15_000 }).toHaveLength(1);
  }, 30_000);
});
