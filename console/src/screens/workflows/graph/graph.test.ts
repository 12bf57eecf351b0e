import { expect, test } from 'vitest';
import { copyNodes, pasteNodes, readNodes } from './clipboard.ts';
import { readAt, readDefinition, writeAt, type Draft, type DraftNode } from './draft.ts';
import { addNode, changeNode, connect, createNodeId, insertNode, removeNodes, renameNode } from './edits.ts';
import { endStep, record, redo, startHistory, undo } from './history.ts';
import { listAncestors, orderNodes } from './order.ts';

const node = (id: string, type = 'template', config: DraftNode['config'] = { text: '' }): DraftNode => ({
  id,
  type,
  config,
});

const refunds: Draft = {
  nodes: [
    node('sort', 'switch', { value: '{{ inputs.kind }}', cases: [{ name: 'refund', equals: 'refund' }] }),
    node('ask', 'approval', { title: 'Refund {{ nodes.sort.outputs.name }}?' }),
    node('noted'),
    node('code', 'code', { source: 'nodes.sort', inputs: { kind: '{{ nodes.sort.outputs.name & nodes.sorted.x }}' } }),
  ],
  edges: [
    { from: 'sort', to: 'ask', on: 'refund' },
    { from: 'sort', to: 'noted', on: 'default' },
    { from: 'ask', to: 'code', on: 'approved' },
  ],
  outputs: { name: '{{ nodes.sort.outputs.name }}' },
};

test('renaming a node changes its edges and the expressions that name it, and nothing else', () => {
  const renamed = renameNode(refunds, 'sort', 'kind');
  expect(renamed.edges.map(({ from }) => from)).toEqual(['kind', 'kind', 'ask']);
  expect(renamed.nodes[1]?.config).toEqual({ title: 'Refund {{ nodes.kind.outputs.name }}?' });
  // The source of code is not a template.
  expect(renamed.nodes[3]?.config).toEqual({
    source: 'nodes.sort',
    inputs: { kind: '{{ nodes.kind.outputs.name & nodes.sorted.x }}' },
  });
  expect(renamed.outputs).toEqual({ name: '{{ nodes.kind.outputs.name }}' });
  expect(renamed.nodes[2]).toBe(refunds.nodes[2]);
});

test('in a loop, an expression names the loop’s own node, if it has one of that name, and code stays as it is', () => {
  const inside = (nodes: DraftNode[]): Draft => ({
    ...refunds,
    nodes: [
      node('sort'),
      node('each', 'loop', { items: '{{ nodes.sort.outputs }}', body: { nodes, edges: [], outputs: {} } }),
    ],
  });
  const bodyOf = (draft: Draft) => readAt(draft, ['each'])?.nodes.map(({ config }) => config);
  const own = [node('sort'), node('use', 'template', { text: '{{ nodes.sort.outputs.text }}' })];
  const renamed = renameNode(inside(own), 'sort', 'kind');
  expect(renamed.nodes[1]?.config['items']).toBe('{{ nodes.kind.outputs }}');
  expect(bodyOf(renamed)).toEqual(own.map(({ config }) => config));

  const outer = [
    node('use', 'template', { text: '{{ nodes.sort.outputs.text }}' }),
    node('run', 'code', { source: 'nodes.sort' }),
  ];
  expect(bodyOf(renameNode(inside(outer), 'sort', 'kind'))).toEqual([
    { text: '{{ nodes.kind.outputs.text }}' },
    { source: 'nodes.sort' },
  ]);
});

test('nodes are added after a branch, put into an edge, and removed with their edges', () => {
  const added = addNode(refunds, node('thanks'), { from: 'ask', on: 'rejected' });
  expect(added.edges.at(-1)).toEqual({ from: 'ask', on: 'rejected', to: 'thanks' });
  const [edge] = refunds.edges;
  const inserted = insertNode(refunds, node('check', 'condition', { if: '' }), edge ?? { from: '', to: '' });
  expect(inserted.edges).toEqual([
    ...refunds.edges.slice(1),
    { from: 'sort', to: 'check', on: 'refund' },
    { from: 'check', to: 'ask', on: 'true' },
  ]);
  expect(removeNodes(refunds, new Set(['ask'])).edges).toEqual([{ from: 'sort', to: 'noted', on: 'default' }]);
});

test('what followed a removed node in a chain follows what came before it, on the same branch', () => {
  const chain: Draft = {
    nodes: [node('sort', 'switch'), node('noted'), node('mail'), node('end'), node('ask', 'approval'), node('pay')],
    edges: [
      { from: 'sort', to: 'noted', on: 'refund' },
      { from: 'noted', to: 'mail' },
      { from: 'mail', to: 'end' },
      { from: 'end', to: 'ask' },
      { from: 'ask', to: 'pay', on: 'approved' },
    ],
    outputs: {},
  };
  const edgesWithout = (draft: Draft, ...ids: string[]) => removeNodes(draft, new Set(ids)).edges;
  const [first, ...rest] = chain.edges;
  expect(edgesWithout(chain, 'noted')).toEqual([...rest.slice(1), { ...first, to: 'mail' }]);
  for (const ids of [
    ['noted', 'mail'],
    ['mail', 'noted'],
  ]) {
    expect(edgesWithout(chain, ...ids)).toEqual([...rest.slice(2), { ...first, to: 'end' }]);
  }
  // The first node, the last one, and one whose branch was chosen leave nothing to connect.
  expect(edgesWithout(chain, 'sort', 'noted')).toEqual(rest.slice(1));
  expect(edgesWithout(chain, 'pay')).toEqual(chain.edges.slice(0, -1));
  expect(edgesWithout(chain, 'ask')).toEqual(chain.edges.slice(0, 3));
  // Several nodes before or after it are for people to connect, and an edge is there only once.
  const shortcut = connect(chain, { from: 'noted', to: 'end' });
  expect(edgesWithout(shortcut, 'mail')).toEqual([chain.edges[0], ...chain.edges.slice(3), shortcut.edges.at(-1)]);
  expect(edgesWithout(shortcut, 'noted')).toEqual(chain.edges.slice(2));
});

test('an edge that exists or makes a cycle is not added', () => {
  expect(connect(refunds, { from: 'code', to: 'sort' })).toBe(refunds);
  expect(connect(refunds, { from: 'noted', to: 'noted' })).toBe(refunds);
  expect(connect(refunds, { from: 'sort', to: 'noted', on: 'default' })).toBe(refunds);
  expect(connect(refunds, { from: 'noted', to: 'code' }).edges).toHaveLength(4);
});

test('the edge of a case follows when the case is renamed', () => {
  const [sort] = refunds.nodes;
  const after = node('sort', 'switch', { value: '', cases: [{ name: 'money', equals: 'refund' }] });
  expect(changeNode(refunds, sort ?? after, after).edges[0]).toEqual({ from: 'sort', to: 'ask', on: 'money' });
});

test('copied nodes get free ids when they are pasted, and still refer to each other', () => {
  const text = copyNodes(refunds, new Set(['sort', 'ask']));
  const copied = readNodes(text);
  const { draft, ids } = pasteNodes(refunds, copied ?? refunds);
  expect(ids).toEqual(['sort_2', 'ask_2']);
  expect(draft.edges.at(-1)).toEqual({ from: 'sort_2', to: 'ask_2', on: 'refund' });
  expect(draft.nodes.at(-1)?.config).toEqual({ title: 'Refund {{ nodes.sort_2.outputs.name }}?' });
  expect(readNodes(JSON.stringify({ name: 'A workflow', definition: refunds }))?.nodes).toHaveLength(4);
  for (const other of ['hello', '[1]', '{"nodes":[{"id":1}]}', '{"nodes":[]}', '{'])
    expect(readNodes(other)).toBeUndefined();
  // Two nodes with the same id get two; what names it names the first.
  const twice = pasteNodes(refunds, {
    nodes: [node('ask'), node('ask')],
    edges: [{ from: 'ask', to: 'ask' }],
    outputs: {},
  });
  expect(twice.ids).toEqual(['ask_2', 'ask_3']);
  expect(twice.draft.nodes.slice(-2).map(({ id }) => id)).toEqual(['ask_2', 'ask_3']);
  expect(twice.draft.edges.at(-1)).toEqual({ from: 'ask_2', to: 'ask_2' });
  expect(createNodeId('ask_2', new Set(['ask_2', 'ask_3']))).toBe('ask_4');
});

test('the nodes before a node are listed nearest first; nodes of a cycle are reported', () => {
  expect(listAncestors(refunds, 'code')).toEqual(['ask', 'sort']);
  expect(orderNodes(refunds).ids).toEqual(['sort', 'ask', 'noted', 'code']);
  const cyclic = { ...refunds, edges: [...refunds.edges, { from: 'code', to: 'ask' }] };
  expect([...orderNodes(cyclic).cyclic].toSorted()).toEqual(['ask', 'code']);
});

test('the body of a loop is edited in place', () => {
  const looped = { ...refunds, nodes: [node('each', 'loop', { items: '{{ inputs.names }}' })] };
  expect(readAt(looped, ['each'])).toBeUndefined();
  const body = { nodes: [node('find')], edges: [], outputs: {} };
  expect(readAt(writeAt(looped, ['each'], body), ['each'])).toEqual(body);
  expect(readAt(looped, ['missing'])).toBeUndefined();
  expect(readDefinition({ nodes: 'none' })).toBeUndefined();
});

test('undo returns to earlier states, and what is typed in one field is one step', () => {
  let history = startHistory('');
  for (const text of ['a', 'ab', 'abc']) history = record(history, text, 'name');
  history = record(endStep(history), 'abcd', 'name');
  history = record(history, 'other');
  history = undo(history);
  expect(history.present).toBe('abcd');
  expect(undo(history).present).toBe('abc');
  expect(undo(undo(history)).present).toBe('');
  expect(undo(undo(undo(history))).present).toBe('');
  expect(redo(history).present).toBe('other');
  // A change after undoing replaces what could be redone.
  expect(redo(record(history, 'new')).present).toBe('new');
});
