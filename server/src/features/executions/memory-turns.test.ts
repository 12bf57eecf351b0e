import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { interceptQueries } from '../../../test/intercept-queries.ts';
import { startServer } from '../../../test/start-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';

let site: WebhookReceiver;
beforeAll(async () => {
  site = await startWebhookReceiver();
});
afterAll(async () => site.close());

/** A server whose executions may have outputs of 100 KB together, of which each has a KB for itself. */
async function startSmall(turnMs: number) {
  const memory = { limit: 100_000, free: 1000, turnMs };
  const server = await startServer({ OUTBOUND_ALLOW: site.host }, { memory });
  onTestFinished(async () => server.close());
  const runs = workflowRuns(() => server);
  /** An execution with a large output, then a request to that path, and then another node. */
  const startLarge = async (length: number, path: string) =>
    runs.execute(
      await runs.save({
        nodes: [
          { id: 'large', type: 'transform', config: { expression: `$pad("x", ${length})` } },
          { id: 'ask', type: 'http_request', config: { url: `${site.url}${path}` } },
          text('after', '{{ nodes.ask.outputs.body }}'),
        ],
        edges: [
          { from: 'large', to: 'ask' },
          { from: 'ask', to: 'after' },
        ],
        outputs: { answer: '{{ nodes.after.outputs.text }}' },
      }),
    );
  /** Waits until that node has its outputs. */
  const hasRun = async (id: string, node: string) =>
    eventually(async () => {
      const all: { node_id: string; status: string }[] = await runs.nodes(id);
      return all.some((one) => one.node_id === node && one.status === 'completed') ? true : undefined;
    });
  return { server, ...runs, startLarge, hasRun };
}

it('lets executions with large outputs take turns, while a small one runs to its end', async () => {
  const { server, startLarge, hasRun, nodes, run, get, reached } = await startSmall(600_000);
  const held: ServerResponse[] = [];
  site.answer('/held', (response) => void held.push(response));
  const first = await startLarge(80_000, '/held');
  await site.waitFor('/held', 1);
  const second = await startLarge(40_000, '/second');
  const third = await startLarge(2_000, '/third');
  await Promise.all([second, third].map(async (id) => hasRun(id, 'large')));
  expect(await run({ nodes: [text('say', 'Hello')] })).toMatchObject({ status: 'completed' });
  for (const id of [second, third]) {
    expect(await get(id)).toMatchObject({ status: 'running' });
    expect(await nodes(id)).toHaveLength(1);
  }
  expect((await call(server, 'POST', `/api/v1/executions/${third}/cancel`)).status).toBe(200);
  held[0]?.end('first');
  expect(await reached(first)).toMatchObject({ status: 'completed', outputs: { answer: 'first' } });
  expect(await reached(second)).toMatchObject({ status: 'completed', outputs: { answer: 'received' } });
  expect(site.received.filter(({ path }) => path === '/third')).toEqual([]);
});

it('reads the outputs of an execution that has waited when it is its turn', async () => {
  const { server, startLarge, save, execute, run, reached } = await startSmall(600_000);
  const held: ServerResponse[] = [];
  site.answer('/all', (response) => void held.push(response));
  const nodes = [
    { id: 'large', type: 'transform', config: { expression: '$pad("x", 40000)' } },
    { id: 'ask', type: 'approval', config: { title: 'Go on?' } },
    text('after', '{{ $length(nodes.large.outputs.value) }}'),
  ];
  const edges = [
    { from: 'large', to: 'ask' },
    { from: 'ask', to: 'after', on: 'approved' },
  ];
  const waiting = await execute(await save({ nodes, edges, outputs: { length: '{{ nodes.after.outputs.text }}' } }));
  await reached(waiting, 'waiting');
  const first = await startLarge(110_000, '/all');
  await site.waitFor('/all', 1);
  const asked: string[] = [];
  const restore = interceptQueries(server.platform.database, (query, go) => {
    if (/FROM node_runs WHERE execution_id = \S+(?: ORDER BY place)?$/.test(query.trim())) asked.push(query);
    return go();
  });
  const approve = { body: { decision: 'approve' } };
  expect((await call(server, 'POST', `/api/v1/executions/${waiting}/approvals/ask`, approve)).status).toBe(200);
  await eventually(async () => (asked.length > 0 ? true : undefined));
  expect(await run({ nodes: [text('say', 'Hello')] })).toMatchObject({ status: 'completed' });
  expect(asked).toEqual([expect.stringContaining('octet_length')]);
  held[0]?.end('first');
  expect(await reached(waiting)).toMatchObject({ status: 'completed', outputs: { length: '40000' } });
  expect(asked).toHaveLength(2);
  restore();
  expect(await reached(first)).toMatchObject({ status: 'completed' });
});

it('lets an execution run to its end for which a larger one waits', async () => {
  const { startLarge, reached } = await startSmall(50);
  site.answer('/larger', (response) => {
    void startLarge(40_000, '/largest')
      .then(async (id) => reached(id))
      .then(({ status }) => response.end(`second: ${status}`));
  });
  const first = await startLarge(80_000, '/larger');
  expect(await reached(first)).toMatchObject({ status: 'completed', outputs: { answer: 'second: completed' } });
});
