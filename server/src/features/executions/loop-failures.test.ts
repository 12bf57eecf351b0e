import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../test/client.ts';
import { startWithReceiver } from '../../../test/start-with-receiver.ts';
import { edge, text, workflowRuns } from '../../../test/workflow-runs.ts';

const { server, receiver: site } = await startWithReceiver();

const { nodes, run } = workflowRuns(() => server);

/**
 * Item 0 is refused once item 1 has been requested, too. Item 1 gets a response after `afterMs`, or never, and all
 * others immediately. Requests are distinguished by `name`.
 */
function answerItems(
  name: string,
  afterMs?: number,
): { open: () => number; most: () => number; aborted: () => number } {
  let open = 0;
  let most = 0;
  let aborted = 0;
  let refuse = (): void => {};
  site.answer(`/${name}/0`, (response) => {
    refuse = () => response.writeHead(500).end();
    if (open > 0) refuse();
  });
  site.answer(`/${name}/1`, (response) => {
    open += 1;
    most = Math.max(most, open);
    refuse();
    if (afterMs !== undefined) setTimeout(() => response.writeHead(200).end(), afterMs);
    response.on('close', () => {
      open -= 1;
      if (!response.writableFinished) aborted += 1;
    });
  });
  return { open: () => open, most: () => most, aborted: () => aborted };
}

const each = (name: string, config: object = {}, extra: object = {}) => ({
  id: 'each',
  type: 'loop',
  config: {
    items: [0, 1, 2, 3, 4],
    concurrency: 2,
    body: { nodes: [{ id: 'get', type: 'http_request', config: { url: `${site.url}/${name}/{{ item }}` } }] },
    ...config,
  },
  ...extra,
});
const calledItems = (name: string) =>
  site.received
    .flatMap(({ path }) => (path.startsWith(`/${name}/`) ? [Number(path.at(-1))] : []))
    .toSorted((one, other) => one - other);

describe('a loop with concurrency, one of whose items fails', () => {
  it.each(['fail', 'continue', 'branch'] as const)(
    'stops the others and begins no more of them, with on_error: %s',
    async (on_error) => {
      const items = answerItems(on_error);
      const execution = await run({
        nodes: [
          each(on_error, {}, { on_error }),
          { id: 'wait', type: 'delay', config: { seconds: 1 } },
          text('next', 'next'),
          text('rescue', '{{ nodes.each.error.message }}'),
        ],
        edges: [edge('each', 'next'), ...(on_error === 'branch' ? [edge('each', 'rescue', 'error')] : [])],
        outputs: { next: '{{ nodes.next.outputs.text }}', rescue: '{{ nodes.rescue.outputs.text }}' },
      });
      const message = 'Item 0: The server answered 500.';
      expect(execution).toMatchObject(
        on_error === 'fail'
          ? { status: 'failed', error: { code: 'node_execution_failed', message, node_id: 'each' } }
          : { status: 'completed' },
      );
      if (on_error === 'continue') expect(execution.outputs).toMatchObject({ next: 'next' });
      if (on_error === 'branch') expect(execution.outputs).toEqual({ next: null, rescue: message });
      await sleep(600);
      expect(calledItems(on_error)).toEqual([0, 1]);
      await eventually(async () => (items.aborted() === 1 ? true : undefined));
      const rows: { node_id: string; status: string }[] = await nodes(execution.id);
      const statuses = Object.fromEntries(rows.map(({ node_id, status }) => [node_id, status]));
      expect(statuses).toMatchObject({ each: 'failed', 'each[0].get': 'failed', 'each[1].get': 'cancelled' });
    },
  );

  it('is retried only when the others have stopped', async () => {
    const items = answerItems('again');
    const execution = await run({
      nodes: [each('again', {}, { retry: { max_attempts: 3, backoff_ms: 0 } })],
    });
    expect(execution.status).toBe('failed');
    expect([items.most(), items.open()]).toEqual([1, 0]);
    const rows: { node_id: string; attempt: number; status: string }[] = await nodes(execution.id);
    expect(rows.map(({ node_id, attempt, status }) => `${node_id} ${attempt} ${status}`).toSorted()).toEqual([
      'each 1 failed',
      'each 2 failed',
      'each 3 failed',
      'each[0].get 1 failed',
      'each[0].get 2 failed',
      'each[0].get 3 failed',
      'each[1].get 1 cancelled',
      'each[1].get 2 cancelled',
      'each[1].get 3 cancelled',
    ]);
  });

  it('also shows what its next attempt skips', async () => {
    let asked = 0;
    site.answer('/ask', (response) => {
      asked += 1;
      response.writeHead(asked === 1 ? 500 : 200).end();
    });
    site.answer('/rescue', 500);
    const body = {
      nodes: [
        { id: 'ask', type: 'http_request', config: { url: `${site.url}/ask` }, on_error: 'branch' },
        { id: 'rescue', type: 'http_request', config: { url: `${site.url}/rescue` } },
      ],
      edges: [edge('ask', 'rescue', 'error')],
    };
    const execution = await run({
      nodes: [each('none', { items: [0], body }, { retry: { max_attempts: 2, backoff_ms: 0 } })],
    });
    expect(execution.status).toBe('completed');
    const rows: { node_id: string; attempt: number; status: string }[] = await nodes(execution.id);
    expect(rows.map(({ node_id, attempt, status }) => `${node_id} ${attempt} ${status}`).toSorted()).toEqual([
      'each 1 failed',
      'each 2 completed',
      'each[0].ask 1 failed',
      'each[0].ask 2 completed',
      'each[0].rescue 1 failed',
      'each[0].rescue 2 skipped',
    ]);
  });

  it('continues with all others if on_item_error is continue', async () => {
    answerItems('going', 300);
    const execution = await run({
      nodes: [each('going', { on_item_error: 'continue' })],
      outputs: { results: '{{ nodes.each.outputs.results }}', errors: '{{ nodes.each.outputs.errors.index }}' },
    });
    expect(execution).toMatchObject({ status: 'completed', outputs: { results: [null, {}, {}, {}, {}], errors: 0 } });
    expect(calledItems('going')).toEqual([0, 1, 2, 3, 4]);
  });

  it('does not see a failure that a node of its body allows', async () => {
    answerItems('allowed', 300);
    const get = { id: 'get', type: 'http_request', config: { url: `${site.url}/allowed/{{ item }}` } };
    const execution = await run({
      nodes: [
        each('allowed', {
          body: { nodes: [{ ...get, on_error: 'continue' }], outputs: { status: '{{ nodes.get.status }}' } },
        }),
      ],
      outputs: { all: '{{ nodes.each.outputs.results.status }}', errors: '{{ nodes.each.outputs.errors }}' },
    });
    expect(execution.outputs).toEqual({
      all: ['failed', 'completed', 'completed', 'completed', 'completed'],
      errors: [],
    });
  });
});
