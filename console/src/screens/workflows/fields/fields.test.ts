import { expect, test } from 'vitest';
import type { Draft } from '../graph/draft.ts';
import { wrapExpression } from './insert-at-caret.ts';
import { listNames } from './list-names.ts';

test('an inserted expression gets the braces and quotes that it needs', () => {
  expect(wrapExpression('Hello ', 'inputs.name', 'template')).toBe('{{ inputs.name }}');
  expect(wrapExpression('Hello {{ $uppercase(', 'inputs.name', 'template')).toBe('inputs.name');
  expect(wrapExpression('inputs.a > ', 'inputs.b', 'expression')).toBe('inputs.b');
  expect(wrapExpression('{"a": ', 'inputs.name', 'json')).toBe('"{{ inputs.name }}"');
  expect(wrapExpression('{"a": "for ', 'inputs.name', 'json')).toBe('{{ inputs.name }}');
  expect(wrapExpression('', 'inputs.name', 'json')).toBe('{{ inputs.name }}');
});

test('a node can use the inputs and the nodes before it, and in a loop its item and the nodes around it', () => {
  const body = {
    nodes: [
      { id: 'inner', type: 'template', config: {} },
      { id: 'last', type: 'fail', config: {} },
    ],
    edges: [{ from: 'inner', to: 'last' }],
  };
  const whole: Draft = {
    nodes: [
      { id: 'first', type: 'llm', config: {} },
      { id: 'other', type: 'template', config: {} },
      { id: 'each', type: 'loop', config: { body } },
    ],
    edges: [{ from: 'first', to: 'each' }],
    outputs: {},
  };
  const schema = { properties: { name: { type: 'string' }, 'two words': {}, removed: null } };
  const namesOf = (path: string[], id: string | undefined) =>
    listNames(whole, path, id, schema).flatMap(({ names }) => names);
  expect(namesOf(['each'], 'last')).toEqual([
    'item',
    'index',
    'inputs.name',
    'inputs.`two words`',
    'nodes.inner.outputs.text',
    'nodes.first.outputs.text',
    'nodes.first.outputs.usage',
    'execution.id',
    'execution.started_at',
    'execution.workflow_name',
  ]);
  expect(namesOf([], 'first')).not.toContain('nodes.each.outputs.results');
  // The result of the workflow can use all nodes.
  expect(namesOf([], undefined)).toContain('nodes.other.outputs.text');
});
