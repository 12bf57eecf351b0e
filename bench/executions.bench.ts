import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { defineJob } from '../server/src/platform/queue.ts';
import { call, eventually } from '../server/test/client.ts';
import { startServer, type ServerUnderTest } from '../server/test/start-server.ts';
import type { Row } from './row.ts';
import { percentile } from './support.ts';

export const name = 'Executions from POST to completed, beside one no-op job with its outbox row';

const noop = defineJob('bench.noop', z.object({ n: z.int() }), 20);

async function makeWorkflow(server: ServerUnderTest, length: number): Promise<string> {
  const nodes = Array.from({ length }, (_, i) => ({ id: `n${i}`, type: 'template', config: { text: `step ${i}` } }));
  const edges = nodes.slice(1).map(({ id }, i) => ({ from: `n${i}`, to: id }));
  const { body } = await call(server, 'POST', '/api/v1/workflows', {
    body: {
      name: `Chain of ${length}`,
      definition: { nodes, edges, outputs: { last: `{{ nodes.n${length - 1}.outputs.text }}` } },
    },
  });
  return body.data.id as string;
}

async function runOne(server: ServerUnderTest, workflowId: string): Promise<number> {
  const start = performance.now();
  const { body } = await call(server, 'POST', `/api/v1/workflows/${workflowId}/execute`, { body: {} });
  const stop = new AbortController();
  for await (const { event } of server.platform.events.read(body.data.execution_id, 0, stop.signal)) {
    if (event === 'execution:completed') break;
    if (event === 'execution:failed') throw new Error('an execution failed');
  }
  return performance.now() - start;
}

async function rateOf(server: ServerUnderTest, workflowId: string, total: number): Promise<number> {
  const start = performance.now();
  let left = total;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      while (left > 0) {
        left -= 1;
        await runOne(server, workflowId);
      }
    }),
  );
  return total / ((performance.now() - start) / 1000);
}

async function floorRate(server: ServerUnderTest, total: number): Promise<number> {
  const { database, queue } = server.platform;
  let done = 0;
  await queue.work([
    {
      job: noop,
      handle: async () => {
        done += 1;
      },
    },
  ]);
  const start = performance.now();
  for (let n = 0; n < total; n += 1) await database.transaction(async (tx) => queue.enqueue(tx, noop, { n }));
  await eventually(async () => (done >= total ? true : undefined), 120_000);
  return total / ((performance.now() - start) / 1000);
}

export async function run(): Promise<Row[]> {
  const server = await startServer({ RATE_LIMIT_PER_MINUTE: '10000000', RATE_LIMIT_PER_DAY: '1000000000' });
  try {
    const one = await makeWorkflow(server, 1);
    const ten = await makeWorkflow(server, 10);
    await rateOf(server, one, 50);
    const floor = await floorRate(server, 500);
    const idle: number[] = [];
    for (let i = 0; i < 50; i += 1) idle.push(await runOne(server, one));
    const oneRate = await rateOf(server, one, 500);
    const tenRate = await rateOf(server, ten, 150);
    return [
      { what: 'one node, 20 at a time', value: oneRate, unit: '1/s', floor },
      { what: 'cost of one in jobs', value: floor / oneRate, unit: 'x', aim: { atMost: 3 } },
      { what: 'ten nodes, 20 at a time', value: tenRate, unit: '1/s' },
      { what: 'one node on an idle server, p50', value: percentile(idle, 0.5), unit: 'ms', aim: { atMost: 40 } },
      { what: 'one node on an idle server, p99', value: percentile(idle, 0.99), unit: 'ms' },
    ];
  } finally {
    await server.close();
  }
}
