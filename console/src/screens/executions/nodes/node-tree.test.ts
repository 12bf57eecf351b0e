import type { NodeRun, NodeRunStatus } from '@portico/shared-types/api/executions';
import { expect, test } from 'vitest';
import { findFailedRun } from './find-failed-run.ts';
import { toNodeTree, type NodeBranch } from './node-tree.ts';

const run = (id: string, status: NodeRunStatus = 'completed', attempt = 1, message = ''): NodeRun => ({
  node_id: id,
  node_type: 'template',
  status,
  attempt,
  inputs: null,
  outputs: null,
  error: message === '' ? null : { code: 'node_execution_failed', message },
  started_at: null,
  completed_at: null,
  duration_ms: null,
});

const draw = (branches: readonly NodeBranch[]): unknown[] =>
  branches.map(({ label, status, runs, children }) =>
    children.length === 0
      ? `${label} ${status} ${runs.length}`
      : [`${label} ${status} ${runs.length}`, ...draw(children)],
  );

test('attempts of a node are together, and nodes are below their loop, item or called workflow', () => {
  const tree = toNodeTree([
    run('list'),
    run('each', 'failed', 1, 'Item 1: refused'),
    run('each[0].ask'),
    run('each[1].ask', 'failed', 1, 'refused'),
    run('each[1].ask', 'failed', 2, 'refused'),
    run('each[2].sub.check', 'running'),
  ]);
  expect(draw(tree)).toEqual([
    'list completed 1',
    [
      'each failed 1',
      ['[1] failed 0', 'ask failed 2'],
      ['[0] completed 0', 'ask completed 1'],
      ['[2] running 0', ['sub running 0', 'check running 1']],
    ],
  ]);
  expect(tree[1]?.failures).toBe(1);
});

test('a loop over ten thousand items is grouped, and items that failed come first', () => {
  const count = (items: number) => {
    const runs = Array.from({ length: items }, (_, at) =>
      run(`each[${at}].ask`, at % 100 === 7 ? 'failed' : 'completed'),
    );
    return toNodeTree([run('each'), ...runs])[0];
  };
  const loop = count(10_000);
  expect(loop?.children).toHaveLength(10_000);
  expect(loop?.failures).toBe(100);
  expect(loop?.children.slice(0, 3).map(({ path }) => path)).toEqual(['each[7]', 'each[107]', 'each[207]']);
});

test('the cause of a failed loop is the last attempt of the node inside whose error it passes on', () => {
  const runs = [
    run('each', 'failed', 1, 'Item 1: The server answered 503.'),
    run('each[0].ask', 'failed', 1, 'another error that was handled'),
    run('each[1].ask', 'failed', 1, 'The server answered 503.'),
    run('each[1].ask', 'failed', 2, 'The server answered 503.'),
    run('each[2].ask', 'cancelled'),
    run('eachother', 'failed', 1, 'The server answered 503.'),
  ];
  const error = { code: 'node_execution_failed', message: 'Item 1: The server answered 503.', node_id: 'each' };
  expect(findFailedRun(error, runs)).toBe(runs[3]);
  // What is inside may not be loaded, or the execution may have failed without a node.
  expect(findFailedRun(error, runs.slice(0, 1))).toBe(runs[0]);
  expect(findFailedRun({ ...error, node_id: null }, runs)).toBeUndefined();
});
