import type { NodeRun } from '@portico/shared-types/api/executions';
import { expect, test } from 'vitest';
import { toTrace } from './trace.ts';

const run = (nodeId: string, status: NodeRun['status'], attempt = 1): NodeRun => ({
  node_id: nodeId,
  node_type: 'template',
  status,
  attempt,
  inputs: null,
  outputs: null,
  error: null,
  started_at: null,
  completed_at: null,
  duration_ms: 1,
});

const runs = [
  run('sort', 'failed', 1),
  run('sort', 'completed', 2),
  run('each', 'running'),
  run('each[0].find', 'completed'),
  run('each[1].find', 'failed'),
  run('each[2].find', 'running'),
  run('each[3].find', 'failed'),
  run('each[0].deep[3].find', 'waiting'),
  run('call.find', 'completed'),
];

test('a node has the status of its last attempt', () => {
  const trace = toTrace(runs, [], new Map([['each', 'so far']]));
  expect([...trace].map(([id, { status }]) => `${id} ${status}`)).toEqual(['sort completed', 'each running']);
  expect(trace.get('sort')?.run.attempt).toBe(2);
  expect(trace.get('each')?.text).toBe('so far');
});

test('in a loop, the items are summed up, and a failed one is shown first', () => {
  const find = toTrace(runs, ['each'], new Map()).get('find');
  expect(find).toMatchObject({ status: 'failed', started: 4, settled: 3 });
  expect(find?.run.node_id).toBe('each[1].find');
  expect([...toTrace(runs, ['each', 'deep'], new Map()).keys()]).toEqual(['find']);
  expect(toTrace(runs, ['call'], new Map()).get('find')?.status).toBe('completed');
});
