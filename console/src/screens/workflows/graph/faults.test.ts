import { expect, test } from 'vitest';
import type { Draft, DraftNode } from './draft.ts';
import { findFaults } from './faults.ts';
import { isCurrent, nameFault, placeFaults } from './server-faults.ts';

const node = (id: string, type: string, config: DraftNode['config']): DraftNode => ({ id, type, config });
const draftOf = (nodes: DraftNode[], edges: Draft['edges'] = []): Draft => ({ nodes, edges, outputs: {} });

function faultsOf(draft: Draft): string[] {
  return findFaults(draft).map(({ path, node: id, field, code, detail }) =>
    [[...path, id].join('.'), field, code, detail].filter((part) => part !== undefined).join(' '),
  );
}

test('required fields, limits and braces are checked by the table of the type', () => {
  const draft = draftOf([
    node('write', 'llm', { prompt: '', temperature: 3 }),
    node('find', 'knowledge_query', {
      knowledge_base_id: 'kb_1',
      query: 'About {{ inputs.topic',
      top_k: '{{ inputs.k }}',
    }),
    node('shape', 'llm', { prompt: 'x', json_schema: 'not json' }),
    node('fine', 'http_request', { url: 'https://example.com', body: { a: '{{ inputs.a }}' } }),
    node('code', 'code', { source: 'const open = "{{";' }),
    node('future', 'of_a_newer_server', { anything: '' }),
  ]);
  expect(faultsOf(draft)).toEqual([
    'write config.prompt required',
    'write config.temperature tooLarge 2',
    'find config.query openBraces',
    'shape config.json_schema notObject',
  ]);
});

test('ids, edges, branches and cycles are checked', () => {
  const draft = draftOf(
    [
      node('Bad id', 'template', { text: 'x' }),
      node('a', 'condition', { if: 'true' }),
      node('a', 'template', { text: 'x' }),
    ],
    [
      { from: 'a', to: 'gone' },
      { from: 'Bad id', to: 'a', on: 'error' },
    ],
  );
  expect(faultsOf(draft)).toEqual([
    'Bad id id badId',
    'Bad id  unknownBranch error',
    'a  unknownTarget gone',
    'a id doubledId',
    'a  unknownTarget gone',
  ]);
  const cyclic = draftOf(
    [node('a', 'template', { text: 'x' }), node('b', 'template', { text: 'x' })],
    [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ],
  );
  expect(faultsOf(cyclic)).toEqual(['a  cycle', 'b  cycle']);
});

test('a node needs exactly one of some fields, and a switch needs different cases', () => {
  const draft = draftOf([
    node('wait', 'delay', { seconds: 1, until: '2030-01-01' }),
    node('read', 'extract', {}),
    node('both', 'extract', { url: 'https://example.com', file_id: '{{ inputs.file }}' }),
    node('each', 'loop', { items: '{{ inputs.list }}' }),
    node('route', 'switch', { value: 1, cases: [{ name: 'a' }, { name: 'a' }, { name: '' }] }),
  ]);
  expect(faultsOf(draft)).toEqual([
    'wait config.until onlyOne',
    'read config.url oneNeeded',
    'each config.body oneNeeded',
    'route config.cases.1.name doubledCase',
    'route config.cases.2.name required',
  ]);
});

test('a reference to a node that does not exist is a warning; a loop can use the nodes around it', () => {
  const body = draftOf([
    node('inner', 'template', { text: '{{ nodes.first.outputs.text & nodes.nowhere.outputs.text }}' }),
  ]);
  const draft = draftOf([
    node('first', 'template', { text: '{{ nodes.inner.outputs.text }}' }),
    node('each', 'loop', { items: '{{ inputs.list }}', body }),
  ]);
  expect(faultsOf(draft)).toEqual([
    'first config.text unknownNode inner',
    'each.inner config.text unknownNode nowhere',
  ]);
  expect(findFaults(draft).every(({ isWarning }) => isWarning)).toBe(true);
});

test('a result that names a node that does not exist is a warning, also in a loop', () => {
  const body = {
    ...draftOf([node('inner', 'template', { text: 'x' })]),
    outputs: { o: '{{ nodes.gone.outputs.text }}' },
  };
  const draft = draftOf([node('each', 'loop', { items: '{{ inputs.list }}', body })]);
  const outputs = { list: '{{ nodes.each.outputs.results }}', text: '{{ nodes.removed.outputs.text }}' };
  expect(findFaults({ ...draft, outputs })).toEqual([
    { path: ['each'], node: undefined, field: 'outputs.o', code: 'unknownNode', detail: 'gone', isWarning: true },
    { path: [], node: undefined, field: 'outputs.text', code: 'unknownNode', detail: 'removed', isWarning: true },
  ]);
});

test('an input that the workflow does not declare is a warning, unless it takes any', () => {
  const body = draftOf([node('inner', 'template', { text: '{{ inputs.citty }} {{ inputs.city }}' })]);
  const draft = {
    ...draftOf([
      node('first', 'template', {
        text: 'To {{ inputs.email }}: {{ inputs.`first name` }} {{ nodes.first.inputs.a }}',
      }),
      node('js', 'code', { source: 'export default (inputs) => inputs.any', inputs: { any: '{{ inputs.mail }}' } }),
      node('each', 'loop', { items: '{{ inputs.list }}', body }),
    ]),
    outputs: { o: '{{ inputs.out }}' },
  };
  const schema = { properties: { city: {}, list: {}, 'first name': {}, mail: null } };
  const warnings = (inputSchema: object) =>
    findFaults(draft, { ...inputSchema }).map(({ path, node: at, field, code, detail }) =>
      [...path, at, field, code, detail].join(' '),
    );
  expect(warnings(schema)).toEqual([
    'first config.text undeclaredInput email',
    'js config.inputs undeclaredInput mail',
    'each inner config.text undeclaredInput citty',
    ' outputs.o undeclaredInput out',
  ]);
  for (const open of [
    {},
    { properties: {} },
    { ...schema, additionalProperties: true },
    { ...schema, patternProperties: { '^x': {} } },
    { ...schema, allOf: [{ properties: { email: {} } }] },
  ]) {
    expect(warnings(open)).toEqual([]);
  }
});

test('names outside of expressions cause no warning, and those that are read in any notation do', () => {
  const warnings = (type: string, config: object) =>
    findFaults(draftOf([node('it', type, { ...config })]), { properties: { city: {}, größe: {} } })
      .filter(({ isWarning }) => isWarning)
      .map(({ detail }) => detail);
  for (const text of [
    'Write inputs.json, as nodes.js does, for https://example.com/inputs.html',
    '{{ "inputs.mail and nodes.gone" & inputs.city /* was inputs.mail */ }}. Its inputs.Then',
    '{{ ($inputs := {"a": {"mail": 1}}; $inputs.mail) }} {{ nodes.it.outputs.nodes.first }}',
    String.raw`{{ $replace(inputs.city, /"/, "\"inputs.mail") }} and "inputs.mail"`,
    '{{ inputs.größe }}{{ inputs."city" }}{{ nodes.`it`.outputs.text }}',
  ]) {
    expect(warnings('template', { text }), text).toEqual([]);
  }
  for (const read of [
    'inputs.mail',
    '\ninputs\n.mail',
    "inputs.'mail'",
    '[1][$ = $$.inputs.mail]',
    '[1..inputs.mail]',
    '{"a": {"b": inputs.mail}}',
  ]) {
    expect(warnings('template', { text: `Its inputs.text: {{ ${read} }}` })).toEqual(['mail']);
    expect(warnings('condition', { if: read })).toEqual(['mail']);
  }
  expect(warnings('template', { text: '{{ inputs.straße }}' })).toEqual(['straße']);
  expect(warnings('template', { text: undefined })).toEqual([]);
});

const body = draftOf([node('find', 'http_request', { url: '' })], [{ from: 'find', to: 'gone' }]);
const sent = draftOf(
  [node('a', 'template', { text: '{{ (' }), node('each', 'loop', { items: [], body })],
  [{ from: 'a', to: 'each', on: 'nope' }],
);
const fault = (path: string) => ({ path, code: 'invalid', message: 'is wrong' });

test('faults of the server are placed at the nodes and fields that they are about, also in loops', () => {
  const faults = [
    fault('definition.nodes.0.config.text'),
    fault('definition.nodes.1.config.body.nodes.0.config.url'),
    fault('definition.edges.0.on'),
    fault('definition.edges'),
    fault('name'),
  ];
  const placed = placeFaults(sent, faults);
  expect(placed.map(({ path, node: id, field }) => [path.join('.'), id, field])).toEqual([
    ['', 'a', 'config.text'],
    ['each', 'find', 'config.url'],
    ['', 'a', ''],
    ['', undefined, 'edges'],
  ]);
  expect(faults.map((each) => nameFault(placed, each))).toEqual(['a.text', 'each.find.url', 'a', 'edges', 'name']);
});

test('a fault of the server is shown until the rejected value changes', () => {
  const [inText, inBody, atEdge] = placeFaults(sent, [
    fault('definition.nodes.0.config.text'),
    fault('definition.nodes.1.config.body.nodes.0.config.url'),
    fault('definition.edges.0.on'),
  ]);
  if (inText === undefined || inBody === undefined || atEdge === undefined) throw new Error('not placed');
  // The form copies its values.
  expect(isCurrent(inText, structuredClone(sent))).toBe(true);
  expect(isCurrent(inBody, structuredClone(body))).toBe(true);
  expect(isCurrent(atEdge, structuredClone(sent))).toBe(true);
  const other = { ...sent, nodes: [{ ...node('a', 'template', { text: 'fine' }), name: 'A' }] };
  expect(isCurrent(inText, { ...other, nodes: [node('a', 'template', { text: '{{ (' })] })).toBe(true);
  expect(isCurrent(inText, other)).toBe(false);
  expect(isCurrent(inText, draftOf([]))).toBe(false);
  expect(isCurrent(atEdge, { ...sent, edges: [{ from: 'a', to: 'each' }] })).toBe(false);
});
