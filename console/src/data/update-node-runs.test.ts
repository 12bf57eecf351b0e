import type { NodeRun } from '@portico/shared-types/api/executions';
import { expect, test } from 'vitest';
import { updateNodeRuns, type NodeEvent } from './update-node-runs.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();

const started = (id: string, second: number): NodeEvent => ({
  event: 'node:started',
  data: { node_id: id, node_type: 'http_request', started_at: at(second), timestamp: at(second) },
});
const failed = (id: string, attempt: number, second: number): NodeEvent => ({
  event: 'node:failed',
  data: {
    node_id: id,
    node_type: 'http_request',
    attempt,
    error: { code: 'node_execution_failed', message: 'no' },
    duration_ms: 5,
    timestamp: at(second),
  },
});
const completed = (id: string, second: number): NodeEvent => ({
  event: 'node:completed',
  data: { node_id: id, outputs: { n: 1 }, duration_ms: 7, timestamp: at(second) },
});

const pagesOf = (runs: NodeRun[], hasNext = false) => ({
  pageParams: [1],
  pages: [
    {
      data: runs,
      pagination: {
        page: 1,
        per_page: 50,
        total_count: runs.length,
        total_pages: 1,
        has_next: hasNext,
        has_prev: false,
      },
    },
  ],
});
const describe = ({ pages }: ReturnType<typeof pagesOf>) =>
  pages.flatMap(({ data }) => data.map(({ node_id: id, attempt, status }) => `${id} ${attempt} ${status}`));

const story = [
  started('ask', 1),
  failed('ask', 1, 2),
  started('ask', 3),
  { event: 'execution:waiting', data: { node_id: 'ask', timestamp: at(4) } },
  completed('ask', 5),
  started('next', 5),
];

test('a node that fails, runs again and completes has both attempts, in the order of their start', () => {
  const after = updateNodeRuns(pagesOf([]), story);
  expect(describe(after)).toEqual(['ask 1 failed', 'ask 2 completed', 'next 1 running']);
  expect(after.pages[0]?.pagination.total_count).toBe(3);
  const [first, second] = after.pages[0]?.data ?? [];
  expect(first).toMatchObject({ error: { message: 'no' }, started_at: at(1), completed_at: at(2) });
  expect(second).toMatchObject({ outputs: { n: 1 }, duration_ms: 7, node_type: 'http_request' });
});

test('events that the loaded runs already contain change nothing, wherever the stream starts', () => {
  const known = updateNodeRuns(pagesOf([]), story);
  expect(updateNodeRuns(known, story)).toEqual(known);
  // The response is newer than the stream: the first attempt's end must not end the second one.
  const early = updateNodeRuns(pagesOf([]), story.slice(0, 3));
  const waited = { event: 'execution:waiting', data: { node_id: 'ask', timestamp: at(1) } };
  const replayed = updateNodeRuns(early, [started('ask', 1), waited, failed('ask', 1, 2)]);
  expect(describe(replayed)).toEqual(['ask 1 failed', 'ask 2 running']);
});

test('an attempt that a crash interrupted is the same attempt when it is repeated', () => {
  const before = updateNodeRuns(pagesOf([]), [started('ask', 1)]);
  const after = updateNodeRuns(before, [started('ask', 9)]);
  expect(describe(after)).toEqual(['ask 1 running']);
  expect(after.pages[0]?.data[0]?.started_at).toBe(at(9));
});

test('new runs are not put into a page that they are not on', () => {
  const loaded = updateNodeRuns(pagesOf([]), [started('ask', 1)]).pages[0]?.data ?? [];
  const after = updateNodeRuns(pagesOf(loaded, true), [started('later', 2), completed('ask', 3)]);
  expect(describe(after)).toEqual(['ask 1 completed']);
});
