import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { bindJob, defineJob } from '../server/src/platform/queue.ts';
import { startServer } from '../server/test/start-server.ts';
import { measureRate, percentile } from './support.ts';

/** The best that the machine and the libraries can do for the parts of an execution. */
export interface Floors {
  /** No-op jobs a second from BullMQ's add to done. */
  job: number;
  /** Median duration of a single job in milliseconds. */
  idleJobMs: number;
  /** Rows a second, each inserted and committed separately. */
  commit: number;
}

const noop = defineJob('bench.noop', z.object({ n: z.int() }), 20);

/** Measures the floors in this process, on a separate database, with this many at a time. */
export async function measureFloors(atOnce: number): Promise<Floors> {
  const server = await startServer({}, { onDisk: true });
  try {
    const { database, queue } = server.platform;
    const waiting = new Map<number, () => void>();
    await queue.work([
      bindJob(noop, async ({ n }) => {
        waiting.get(n)?.();
        waiting.delete(n);
      }),
    ]);
    let made = 0;
    const runJob = async (): Promise<void> => {
      made += 1;
      const n = made;
      const done = new Promise<void>((resolve) => {
        waiting.set(n, resolve);
      });
      await queue.hint(noop, { n });
      await done;
    };
    const insert = async (): Promise<void> => {
      made += 1;
      await database.sql`INSERT INTO event_streams (stream, last_id) VALUES (${`floor-${made}`}, 0)`;
    };
    await measureRate(atOnce, 1, runJob);
    const idle: number[] = [];
    for (let i = 0; i < 50; i += 1) {
      const start = performance.now();
      await runJob();
      idle.push(performance.now() - start);
    }
    const job = await measureRate(atOnce, 3, runJob);
    await measureRate(atOnce, 0.5, insert);
    const commit = await measureRate(atOnce, 2, insert);
    return { job, idleJobMs: percentile(idle, 0.5), commit };
  } finally {
    await server.close();
  }
}
