import { afterCommit, json, type Database, type Transaction } from './database.ts';
import type { Log } from './log.ts';
import { sweepDue } from './sweep-rows.ts';

/** Rows younger than this are left to the process that wrote them. */
const graceMs = 2000;

/** A job requested in a transaction; `data` is stored as JSON, `delay` is in milliseconds. */
interface OutboxJob<Data> {
  readonly job: string;
  readonly data: Data;
  readonly delay: number;
}

interface OutboxOptions<Data> {
  readonly database: Database;
  readonly log: Log;
  readonly stopping: AbortSignal;
  /** Adds a job to the queue; adding the same `jobId` twice makes one job. */
  add(name: string, data: Data, options: { jobId: string; delay: number }): Promise<void>;
}

export interface Outbox<Data> {
  /** Writes a row in the caller's transaction, and moves the job to the queue after the commit. */
  insert(tx: Transaction, job: OutboxJob<Data>): Promise<void>;
  /** Queues jobs that were lost between a commit and the queue. */
  sweep(): Promise<void>;
}

/**
 * The table between transactions and the queue, so that a job and the state that requires it are committed together.
 */
export function createOutbox<Data>({ database, log, stopping, add }: OutboxOptions<Data>): Outbox<Data> {
  let relayed: string[] = [];

  /**
   * Rows whose jobs were queued are deleted together, a few milliseconds later: queueing a job twice is harmless,
   * losing it isn't.
   */
  const forget = (id: string): void => {
    relayed.push(id);
    if (relayed.length > 1) return;
    setTimeout(() => {
      const ids = relayed;
      relayed = [];
      if (stopping.aborted) return;
      database.raw`DELETE FROM outbox WHERE id = ANY(${ids}::bigint[])`.catch((error: unknown) =>
        log.warn({ err: error }, 'outbox rows are left to the sweep'),
      );
    }, 20);
  };

  const relay = async (row: OutboxJob<Data> & { id: string }): Promise<void> => {
    await add(row.job, row.data, { jobId: `outbox-${row.id}`, delay: row.delay });
    forget(row.id);
  };

  const find = async (seen: readonly string[]): Promise<(OutboxJob<Data> & { id: string })[]> =>
    database.raw<(OutboxJob<Data> & { id: string })[]>`
      SELECT id::text, job, payload AS data,
        round(GREATEST(0, EXTRACT(EPOCH FROM coalesce(run_at, now()) - now()) * 1000))::float8 AS delay
      FROM outbox WHERE created_at < now() - ${`${graceMs} milliseconds`}::interval AND id <> ALL(${[...seen]}::bigint[])
      ORDER BY id LIMIT 500`;

  return {
    async insert(tx, { job, data, delay }) {
      const [row] = await tx<{ id: string }[]>`
        INSERT INTO outbox (job, payload, run_at)
        VALUES (${job}, ${json(data)}, now() + ${`${delay} milliseconds`}::interval) RETURNING id::text`;
      if (row === undefined) throw new Error('the outbox row was not inserted');
      afterCommit(tx, () => {
        relay({ id: row.id, job, data, delay }).catch((error: unknown) =>
          log.warn({ err: error, job }, 'a job is left in the outbox for the sweep'),
        );
      });
    },
    sweep: async () =>
      sweepDue({ log, stopping }, find, relay, 'a job could not be moved from the outbox to the queue'),
  };
}
