import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { openExecutionServer, type ExecutionServer } from './execution-server.ts';
import { measureFloors } from './execution-floors.ts';
import type { Row } from './row.ts';
import { percentile } from './support.ts';

const real = process.env['TEST_DATABASE_URL'] !== undefined && process.env['TEST_REDIS_URL'] !== undefined;

export const name = `Executions from POST to completed, ${real ? 'on Postgres and Redis' : 'on the embedded default'}`;

const atOnce = 20;
/** An execution is recorded in one commit and completed in another. */
const commits = 2;

/** Milliseconds from POST to `execution:completed` as seen by a client that follows, one after the other. */
async function followOneByOne(server: ExecutionServer, workflow: string, total: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < total; i += 1) {
    const start = performance.now();
    await server.follow(await server.execute(workflow));
    times.push(performance.now() - start);
  }
  return times;
}

interface Storm {
  /** Executions a second that were accepted and completed. */
  rate: number;
  /** Milliseconds of each, from POST to its completed_at. */
  times: number[];
}

/** Starts `total` executions, `atOnce` POSTs at a time, and waits until all are completed. Throws if one is not. */
async function storm(server: ExecutionServer, workflow: string, total: number): Promise<Storm> {
  const before = await server.countCompleted(workflow);
  const sent = new Map<string, number>();
  const start = performance.now();
  let left = total;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left > 0) {
        left -= 1;
        const at = Date.now();
        sent.set(await server.execute(workflow), at);
      }
    }),
  );
  const deadline = Date.now() + 60_000;
  while ((await server.countCompleted(workflow)) < before + total)
    assert.ok(Date.now() < deadline, 'some executions are lost');
  const seconds = (performance.now() - start) / 1000;
  const times: number[] = [];
  for (const [id, at] of [...sent].filter((_, index) => index % 10 === 0)) {
    times.push((await server.completedAt(id)) - at);
  }
  return { rate: total / seconds, times };
}

/**
 * Milliseconds of one execution of a chain of this length: the best of several, because the machine does other things
 * too.
 */
async function costOfChain(server: ExecutionServer, length: number): Promise<number> {
  const workflow = await server.saveChain(length);
  const times = await followOneByOne(server, workflow, 15);
  return Math.min(...times.slice(3));
}

export async function run(): Promise<Row[]> {
  const floors = await measureFloors(atOnce);
  const server = await openExecutionServer();
  try {
    const one = await server.saveChain(1);
    const ten = await server.saveChain(10);
    await storm(server, one, 500);
    const idleOne = await followOneByOne(server, one, 100);
    const idleTen = await followOneByOne(server, ten, 50);
    const oneStorm = await storm(server, one, 2000);
    const tenStorm = await storm(server, ten, 500);
    const [first, middle, longest] = [
      await costOfChain(server, 1),
      await costOfChain(server, 50),
      await costOfChain(server, 200),
    ];
    const floor = 1 / floors.job + commits / floors.commit;
    return [
      { what: 'one node', value: oneStorm.rate, unit: '1/s', floor: floors.job, aim: { atLeast: real ? 1000 : 350 } },
      { what: 'one insert and its commit', value: floors.commit, unit: '1/s' },
      { what: 'cost of one node in floors', value: 1 / oneStorm.rate / floor, unit: 'x', aim: { atMost: 3 } },
      { what: 'one node, p50 of these', value: percentile(oneStorm.times, 0.5), unit: 'ms' },
      { what: 'one node, p99 of these', value: percentile(oneStorm.times, 0.99), unit: 'ms' },
      { what: 'ten nodes', value: tenStorm.rate, unit: '1/s', floor: floors.job },
      { what: 'ten nodes, p50 of these', value: percentile(tenStorm.times, 0.5), unit: 'ms' },
      { what: 'ten nodes, p99 of these', value: percentile(tenStorm.times, 0.99), unit: 'ms' },
      {
        what: 'one node on an idle server, p50',
        value: percentile(idleOne, 0.5),
        unit: 'ms',
        floor: floors.idleJobMs,
        aim: { atMost: 40 },
      },
      { what: 'one node on an idle server, p99', value: percentile(idleOne, 0.99), unit: 'ms' },
      { what: 'ten nodes on an idle server, p50', value: percentile(idleTen, 0.5), unit: 'ms' },
      { what: 'ten nodes on an idle server, p99', value: percentile(idleTen, 0.99), unit: 'ms' },
      { what: 'each node more, up to 50', value: (middle - first) / 49, unit: 'ms' },
      {
        what: 'each node more, 50 to 200, over those before',
        value: (longest - middle) / 150 / ((middle - first) / 49),
        unit: 'x',
        aim: { atMost: 1.5 },
      },
    ];
  } finally {
    await server.close();
  }
}
