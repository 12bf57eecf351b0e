import { z } from 'zod';
import { readDataId } from './data-id.ts';
import type { Database, Transaction } from './database.ts';
import { createId } from './ids.ts';
import type { Log } from './log.ts';
import { createOutbox } from './outbox.ts';
import { type BackendQueue, type BackendWorker, type OutageTimings, onPostgres, onRedis } from './queue-backend.ts';
import { currentRequestId, runWithContext } from './request-context.ts';

/** The context of a job handler in addition to its payload; the signal fires when the process is asked to stop. */
export interface JobContext {
  readonly signal: AbortSignal;
  /** The tick of the schedule, undefined for a job that was requested directly. */
  readonly tick: Date | undefined;
}

/** A kind of job: the payload carries ids only, and `handle` reads from the database what is still to do. */
export interface Job<Payload = unknown> {
  /** `feature.verb`; also the queue's name. */
  readonly name: string;
  readonly schema: z.ZodType<Payload>;
  /** Maximum number of jobs of this kind that one process runs at the same time. */
  readonly concurrency: number;
}

/** A kind of job with its handler, as the worker role runs it; `run` parses the payload from the queue. */
export interface BoundJob extends Pick<Job, 'name' | 'concurrency'> {
  readonly run: (payload: unknown, context: JobContext) => Promise<void>;
}

/** Binds a kind of job to its handler, which gets payloads parsed by its schema. */
export function bindJob<P>(job: Job<P>, handle: (payload: P, context: JobContext) => Promise<void>): BoundJob {
  return {
    name: job.name,
    concurrency: job.concurrency,
    run: async (payload, context) => handle(job.schema.parse(payload), context),
  };
}

export interface JobQueue {
  /** Requests a job in the same commit as the state that requires it; `delayMs` delays it. */
  enqueue<P>(tx: Transaction, job: Job<P>, payload: P, options?: { delayMs?: number }): Promise<void>;
  /**
   * Adds a job directly to the queue, as a hint: for work whose rows are also swept, so that a lost job costs only
   * time. A job with the same `id` is queued only once while it waits or runs.
   */
  hint<P>(job: Job<P>, payload: P, options?: { id?: string; delayMs?: number }): Promise<void>;
  /** Runs `job` on a cron pattern, once per tick regardless of the number of processes; null removes the schedule. */
  schedule<P>(job: Job<P>, id: string, when: { cron: string; timezone: string } | null, payload: P): Promise<void>;
  /** Starts working on jobs and sweeping the outbox. */
  work(jobs: readonly BoundJob[]): Promise<void>;
  /** Stops accepting work, waits up to `timeoutMs` for running jobs, then closes. */
  close(timeoutMs?: number): Promise<void>;
}

/** Declares a kind of job. */
export function defineJob<P>(name: string, schema: z.ZodType<P>, concurrency = 4): Job<P> {
  return { name, schema, concurrency };
}

const sweepEveryMs = 3000;
const Envelope = z.object({
  payload: z.unknown(),
  requestId: z.string().optional(),
  /** Of the data in which the job was requested. A schedule has none: what it runs reads whether it is due. */
  dataId: z.string().optional(),
});
type Envelope = z.infer<typeof Envelope>;

/** Creates the queue on BullMQ: on Redis with REDIS_URL, else on the Postgres in use. */
export function createQueue(
  database: Database,
  redisUrl: string | undefined,
  log: Log,
  { pauseMs = 1_000, maxAgeMs = 7 * 86_400_000 }: Partial<OutageTimings> = {},
): JobQueue {
  const failed = `the queue can't use ${redisUrl === undefined ? 'the database' : 'Redis (REDIS_URL)'}, and tries again`;
  const timings = { pauseMs, maxAgeMs };
  const backend = redisUrl === undefined ? onPostgres(database, timings) : onRedis(redisUrl, timings);
  const queues = new Map<string, BackendQueue>();
  const workers: BackendWorker[] = [];
  const stopping = new AbortController();
  let sweeper: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();

  const queueFor = (name: string): BackendQueue => {
    let queue = queues.get(name);
    if (queue === undefined) {
      queue = backend.queue(name);
      queue.on('error', (error) => log.error({ err: error, job: name }, failed));
      queues.set(name, queue);
    }
    return queue;
  };

  let dataId: { readonly value: string | undefined } | undefined;
  const readAgain = async (): Promise<string | undefined> => {
    dataId = { value: await readDataId(database.sql) };
    return dataId.value;
  };
  /** Data is replaced only while no server is connected to it; one that was cut off may remember an earlier id. */
  const findDataId = async (): Promise<string | undefined> => (dataId === undefined ? readAgain() : dataId.value);
  const isOfReplaced = async (envelope: Envelope): Promise<boolean> =>
    envelope.dataId !== (await findDataId()) && envelope.dataId !== (await readAgain());

  const add = async (name: string, data: Envelope, options: { jobId?: string; delay?: number }): Promise<void> => {
    const id = await findDataId();
    const { jobId, ...others } = options;
    // Ids are repeated in the data of a backup, and the queue may have jobs of the data that it replaced.
    const own = id === undefined ? {} : { dataId: id };
    await queueFor(name).add(
      name,
      { ...data, ...own },
      {
        ...others,
        ...(jobId === undefined ? {} : { jobId: id === undefined ? jobId : `${jobId}-${id}` }),
        removeOnComplete: true,
        removeOnFail: true,
        attempts: 8,
        backoff: { type: 'exponential', delay: pauseMs },
      },
    );
  };

  const outbox = createOutbox<Envelope>({
    database,
    log,
    stopping: stopping.signal,
    async add(...job) {
      // Other than a hint, this job is needed.
      await readAgain();
      await add(...job);
    },
  });

  return {
    async enqueue(tx, job, payload, options = {}) {
      const data: Envelope = { payload: job.schema.parse(payload), ...requestOf() };
      await outbox.insert(tx, { job: job.name, data, delay: options.delayMs ?? 0 });
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
      for (const job of jobs) {
        const worker = backend.worker(job.name, job.concurrency, async (data, tick) => {
          const envelope = Envelope.parse(data);
          if (tick === undefined && (await isOfReplaced(envelope))) {
            log.info({ job: job.name }, 'a job of data that was replaced is left out');
            return;
          }
          await runJob(job, envelope, { signal: stopping.signal, tick }, log);
        });
        worker.on('error', (error) => log.error({ err: error, job: job.name }, failed));
        workers.push(worker);
      }
      const tick = (): void => {
        sweeping = outbox.sweep().catch((error: unknown) => log.error({ err: error }, 'outbox sweep failed'));
      };
      tick();
      sweeper ??= setInterval(tick, sweepEveryMs);
      await Promise.all(workers.map(async (worker) => worker.waitUntilReady()));
    },
    async close(timeoutMs = 8000) {
      clearInterval(sweeper);
      await sweeping;
      stopping.abort();
      await waitAtMost(Promise.all(workers.map(async (worker) => worker.close())), timeoutMs);
      await Promise.all([...queues.values()].map(async (queue) => queue.close()));
      await backend.close();
    },
  };
}

function requestOf(): { requestId?: string } {
  const requestId = currentRequestId();
  return requestId === undefined ? {} : { requestId };
}

/** Runs a job with the id of the request that created it. Throws the handler's error; BullMQ retries. */
async function runJob(job: BoundJob, envelope: Envelope, context: JobContext, log: Log): Promise<void> {
  await runWithContext({ requestId: envelope.requestId ?? createId('req') }, async () => {
    try {
      await job.run(envelope.payload, context);
    } catch (error) {
      log.error({ err: error, job: job.name }, 'job failed');
      throw error;
    }
  });
}

async function waitAtMost(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  const timeout = new AbortController();
  await Promise.race([
    work,
    new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      timeout.signal.addEventListener('abort', () => clearTimeout(timer));
    }),
  ]);
  timeout.abort();
}
