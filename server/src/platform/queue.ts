import { createPostgresBackend, type Job as BullJob, Queue, Worker, withBackend } from 'bullmq';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { afterCommit, json, type Database, type Transaction } from './database.ts';
import { createId } from './ids.ts';
import type { Log } from './log.ts';
import { createQueuePool } from './queue-pool.ts';
import { currentRequestId, runWithContext } from './request-context.ts';

/** What a job handler gets beside its payload; the signal fires when the process is asked to stop. */
export interface JobContext {
  readonly signal: AbortSignal;
  /** The tick of the schedule that this firing is for, undefined for a job that was asked for otherwise. */
  readonly tick: Date | undefined;
}

/** A kind of job: the payload carries ids only, and `handle` asks the database what is still to do. */
export interface Job<Payload = unknown> {
  /** `feature.verb`; also the queue's name. */
  readonly name: string;
  readonly schema: z.ZodType<Payload>;
  /** Jobs of this kind that one process runs at the same time. */
  readonly concurrency: number;
}

/** A job kind with its handler bound, as the worker role runs it. */
export interface BoundJob {
  readonly job: Job;
  handle(payload: unknown, context: JobContext): Promise<void>;
}

export interface JobQueue {
  /** Asks for a job in the same commit as the state that wants it; `delayMs` puts it off. */
  enqueue<P>(tx: Transaction, job: Job<P>, payload: P, options?: { delayMs?: number }): Promise<void>;
  /**
   * Hands a job straight to the queue, as a hint: for work whose own state rows are swept, so that a lost job costs
   * time and nothing else. The same `id` is queued once while it waits or runs.
   */
  hint<P>(job: Job<P>, payload: P, options?: { id?: string; delayMs?: number }): Promise<void>;
  /** Fires `job` on a cron pattern, once a tick regardless of the number of processes; null takes the schedule away. */
  schedule<P>(job: Job<P>, id: string, when: { cron: string; timezone: string } | null, payload: P): Promise<void>;
  /** Starts working on jobs and sweeping the outbox. */
  work(jobs: readonly BoundJob[]): Promise<void>;
  /** Stops taking work, waits for what runs up to `timeoutMs`, then closes. */
  close(timeoutMs?: number): Promise<void>;
}

/** Declares a kind of job. */
export function defineJob<P>(name: string, schema: z.ZodType<P>, concurrency = 4): Job<P> {
  return { name, schema, concurrency };
}

const sweepEveryMs = 3000;
const graceMs = 2000;
const Envelope = z.object({ payload: z.unknown(), requestId: z.string().optional() });
type Envelope = z.infer<typeof Envelope>;

/** Makes the queue over BullMQ: on Redis with REDIS_URL, else on the Postgres in use. */
export function createQueue(database: Database, redisUrl: string | undefined, log: Log): JobQueue {
  const backend = redisUrl === undefined ? onPostgres(database) : onRedis(redisUrl);
  const queues = new Map<string, Queue>();
  const workers: Worker[] = [];
  const stopping = new AbortController();
  let sweeper: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  let relayed: string[] = [];

  const queueFor = (name: string): Queue => {
    let queue = queues.get(name);
    if (queue === undefined) {
      queue = backend.queue(name);
      queue.on('error', (error) => log.error({ err: error, job: name }, 'queue error'));
      queues.set(name, queue);
    }
    return queue;
  };

  const add = async (name: string, data: Envelope, options: { jobId?: string; delay?: number }): Promise<void> => {
    await queueFor(name).add(name, data, {
      ...options,
      removeOnComplete: true,
      removeOnFail: true,
      attempts: 8,
      backoff: { type: 'exponential', delay: 1000 },
    });
  };

  /** Rows that were handed over are deleted together, a few milliseconds later: twice is harmless, lost isn't. */
  const forget = (id: string): void => {
    relayed.push(id);
    if (relayed.length > 1) return;
    setTimeout(() => {
      const ids = relayed;
      relayed = [];
      if (stopping.signal.aborted) return;
      database.raw`DELETE FROM outbox WHERE id = ANY(${ids}::bigint[])`.catch((error: unknown) =>
        log.warn({ err: error }, 'outbox rows stay for the sweep'),
      );
    }, 20);
  };

  const relay = async (row: { id: string; job: string; data: Envelope; delay: number }): Promise<void> => {
    await add(row.job, row.data, { jobId: `outbox-${row.id}`, delay: row.delay });
    forget(row.id);
  };

  const sweep = async (): Promise<void> => {
    const rows = await database.raw<{ id: string; job: string; payload: Envelope; delay: number }[]>`
      SELECT id::text, job, payload,
        GREATEST(0, EXTRACT(EPOCH FROM coalesce(run_at, now()) - now()) * 1000)::int AS delay
      FROM outbox WHERE created_at < now() - ${`${graceMs} milliseconds`}::interval ORDER BY id LIMIT 500`;
    for (const { id, job, payload, delay } of rows) {
      await relay({ id, job, data: payload, delay });
    }
  };

  return {
    async enqueue(tx, job, payload, options = {}) {
      const data: Envelope = { payload: job.schema.parse(payload), ...requestOf() };
      const delay = options.delayMs ?? 0;
      const [row] = await tx<{ id: string }[]>`
        INSERT INTO outbox (job, payload, run_at)
        VALUES (${job.name}, ${json(data)}, now() + ${`${delay} milliseconds`}::interval) RETURNING id::text`;
      if (row === undefined) throw new Error('the outbox took no row');
      afterCommit(tx, () => {
        relay({ id: row.id, job: job.name, data, delay }).catch((error: unknown) =>
          log.warn({ err: error, job: job.name }, 'job stays in the outbox for the sweep'),
        );
      });
    },
    async hint(job, payload, options = {}) {
      const data: Envelope = { payload: job.schema.parse(payload), ...requestOf() };
      await add(job.name, data, {
        ...(options.id === undefined ? {} : { jobId: options.id }),
        delay: options.delayMs ?? 0,
      });
    },
    async schedule(job, id, when, payload) {
      const queue = queueFor(job.name);
      if (when === null) {
        await queue.removeJobScheduler(id);
        return;
      }
      const data: Envelope = { payload: job.schema.parse(payload) };
      await queue.upsertJobScheduler(
        id,
        { pattern: when.cron, tz: when.timezone },
        { name: job.name, data, opts: { removeOnComplete: true, removeOnFail: true } },
      );
    },
    async work(jobs) {
      for (const { job, handle } of jobs) {
        const worker = backend.worker(job.name, job.concurrency, async (data, tick) => {
          const envelope = Envelope.parse(data);
          await runWithContext({ requestId: envelope.requestId ?? createId('req') }, async () => {
            try {
              await handle(job.schema.parse(envelope.payload), { signal: stopping.signal, tick });
            } catch (error) {
              log.error({ err: error, job: job.name }, 'job failed');
              throw error;
            }
          });
        });
        worker.on('error', (error) => log.error({ err: error, job: job.name }, 'worker error'));
        workers.push(worker);
      }
      const tick = (): void => {
        sweeping = sweep().catch((error: unknown) => log.error({ err: error }, 'outbox sweep failed'));
      };
      tick();
      sweeper ??= setInterval(tick, sweepEveryMs);
      await Promise.all(workers.map(async (worker) => worker.waitUntilReady()));
    },
    async close(timeoutMs = 8000) {
      clearInterval(sweeper);
      await sweeping;
      stopping.abort();
      const timeout = new AbortController();
      await Promise.race([
        Promise.all(workers.map(async (worker) => worker.close())),
        new Promise((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          timeout.signal.addEventListener('abort', () => clearTimeout(timer));
        }),
      ]);
      timeout.abort();
      await Promise.all([...queues.values()].map(async (queue) => queue.close()));
      await backend.close();
    },
  };
}

/** A job scheduler notes the tick that it made a job for in the job's options. */
function tickOf({ opts }: Pick<BullJob, 'opts'>): Date | undefined {
  return opts.prevMillis === undefined ? undefined : new Date(opts.prevMillis);
}

function requestOf(): { requestId?: string } {
  const requestId = currentRequestId();
  return requestId === undefined ? {} : { requestId };
}

interface QueueBackend {
  queue(name: string): Queue;
  worker(name: string, concurrency: number, work: (data: unknown, tick: Date | undefined) => Promise<void>): Worker;
  close(): Promise<void>;
}

/** Stalled jobs are handed out again after `stalledInterval`; a handler that lost its process asks the database. */
const workerOptions = { lockDuration: 30_000, stalledInterval: 15_000, maxStalledCount: 100 } as const;

function onPostgres(database: Database): QueueBackend {
  const { Queue: PostgresQueue, Worker: PostgresWorker } = withBackend(createPostgresBackend);
  const connection = createQueuePool(database);
  return {
    queue: (name) => new PostgresQueue(name, { connection }) as unknown as Queue,
    worker: (name, concurrency, work) =>
      new PostgresWorker(name, async (job) => work(job.data, tickOf(job)), {
        connection,
        concurrency,
        ...workerOptions,
      }) as unknown as Worker,
    close: async () => undefined,
  };
}

function onRedis(url: string): QueueBackend {
  const open = (): Redis => {
    const connection = new Redis(url, { maxRetriesPerRequest: null });
    // Queues, workers and the bus log an outage; without a listener ioredis would write to the console as well.
    return connection.on('error', () => undefined);
  };
  const shared = open();
  const connections = [shared];
  return {
    queue: (name) => new Queue(name, { connection: shared, prefix: 'portico' }),
    worker: (name, concurrency, work) => {
      const connection = open();
      connections.push(connection);
      return new Worker(name, async (job) => work(job.data, tickOf(job)), {
        connection,
        concurrency,
        prefix: 'portico',
        ...workerOptions,
      });
    },
    close: async () => {
      await Promise.all(connections.map(async (connection) => connection.quit().catch(() => connection.disconnect())));
    },
  };
}
