import { createPostgresBackend, DelayedError, type Job as BullJob, Queue, Worker, withBackend } from 'bullmq';
import { Redis } from 'ioredis';
import type { Database } from './database.ts';
import { isOutage } from './is-outage.ts';
import { findNextTick } from './next-tick.ts';
import { createQueuePool } from './queue-pool.ts';

/** The parts of BullMQ's queues and workers that are used; their types depend on the backend. */
export type BackendQueue = Pick<Queue, 'add' | 'upsertJobScheduler' | 'removeJobScheduler' | 'close'> & ErrorSource;
export type BackendWorker = Pick<Worker, 'waitUntilReady' | 'close'> & ErrorSource;

/** How long jobs wait during outages; tests shorten it. */
export interface OutageTimings {
  /** The first pause of a job; each further one is twice as long, up to the sixtyfold. */
  readonly pauseMs: number;
  /** The age from which outages count as faults of the job: what never ends is none. */
  readonly maxAgeMs: number;
}

interface ErrorSource {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The storage of BullMQ's jobs. `tick` is that of the schedule that created the job. */
interface QueueBackend {
  queue(name: string): BackendQueue;
  worker(
    name: string,
    concurrency: number,
    work: (data: unknown, tick: Date | undefined) => Promise<void>,
  ): BackendWorker;
  close(): Promise<void>;
}

/** Stalled jobs are run again after `stalledInterval`; the handler reads from the database what is left to do. */
const workerOptions = { lockDuration: 30_000, stalledInterval: 15_000, maxStalledCount: 100 } as const;

const settings = {
  repeatStrategy: async (after: number, { pattern = '', tz = 'UTC' }: { pattern?: string; tz?: string }) =>
    findNextTick({ cron: pattern, timezone: tz }, new Date(after))?.getTime(),
};

/** The queues on the Postgres in use. */
export function onPostgres(database: Database, timings: OutageTimings): QueueBackend {
  const { Queue: PostgresQueue, Worker: PostgresWorker } = withBackend(createPostgresBackend);
  const connection = createQueuePool(database);
  return {
    queue: (name) => new PostgresQueue(name, { connection, settings }),
    worker: (name, concurrency, work) =>
      new PostgresWorker(name, survivingOutages(work, timings), {
        connection,
        concurrency,
        settings,
        ...workerOptions,
      }),
    close: async () => undefined,
  };
}

/** The queues on Redis. */
export function onRedis(url: string, timings: OutageTimings): QueueBackend {
  const open = (): Redis => {
    const connection = new Redis(url, { maxRetriesPerRequest: null });
    // Queues, workers and the bus log an outage; without a listener ioredis would write to the console as well.
    return connection.on('error', () => undefined);
  };
  const shared = open();
  const connections = [shared];
  return {
    queue: (name) => new Queue(name, { connection: shared, prefix: 'portico', settings }),
    worker: (name, concurrency, work) => {
      const connection = open();
      connections.push(connection);
      return new Worker(name, survivingOutages(work, timings), {
        connection,
        concurrency,
        settings,
        prefix: 'portico',
        ...workerOptions,
      });
    },
    close: async () => {
      await Promise.all(connections.map(async (connection) => connection.quit().catch(() => connection.disconnect())));
    },
  };
}

/**
 * A job that one of our own stores interrupts is repeated until that is available again. A refusal that never ends, such
 * as that of a protected file, looks the same, so an old job has only its attempts. The ticks of a schedule aren't
 * repeated: their rows are swept.
 */
function survivingOutages(
  work: (data: unknown, tick: Date | undefined) => Promise<void>,
  { pauseMs, maxAgeMs }: OutageTimings,
): (job: BullJob, token?: string) => Promise<void> {
  return async (job, token) => {
    const tick = tickOf(job);
    try {
      await work(job.data, tick);
    } catch (error) {
      const now = Date.now();
      if (tick !== undefined || !isOutage(error) || now - job.timestamp >= maxAgeMs) throw error;
      await job.moveToDelayed(now + pauseMs * Math.min(60, 2 ** (job.attemptsStarted - 1)), token);
      throw new DelayedError();
    }
  };
}

/** A job scheduler stores the tick of a job in the job's options. */
function tickOf({ opts }: Pick<BullJob, 'opts'>): Date | undefined {
  return opts.prevMillis === undefined ? undefined : new Date(opts.prevMillis);
}
