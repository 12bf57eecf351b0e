import { setTimeout as wait } from 'node:timers/promises';
import type { Platform } from './platform.ts';

/**
 * The milliseconds that the removal of something large may take: in the request that deletes it, so that what is small is
 * gone with its response, and in a sweep before the others that are waiting; and those until a job finishes what a request
 * deletes in steps, should its process have died.
 */
export const removalMs = { request: 1_000, turn: 5_000, check: 10_000 };

/** The rows that one statement deletes, so that others wait only briefly for it. */
export const batchRows = 200;
const pauseMs = 20;
/** Rows for which others need not have a pause: most submissions and threads have only a few of each kind. */
const few = 10;

/**
 * Repeats a statement that deletes a few rows until it finds nothing to delete; yields the number after each. It may
 * have deleted fewer than it could, because another process deletes the same ones.
 */
export async function* deleteInBatches(deleteBatch: () => Promise<number>): AsyncGenerator<number> {
  for (let deleted = await deleteBatch(); deleted > 0; deleted = await deleteBatch()) yield deleted;
}

/**
 * Repeats a statement that deletes at most `batchRows` of the rows that belong to something large, until it finds
 * nothing to delete, with a pause after each that has deleted more than a few. The statement must skip locked rows: if it
 * waited for another process that deletes the same ones, it would find nothing and end too early. Rejects when the server
 * stops.
 */
export async function shrink(
  { stopping }: Pick<Platform, 'stopping'>,
  deleteBatch: (limit: number) => Promise<number>,
): Promise<void> {
  for await (const deleted of deleteInBatches(async () => deleteBatch(batchRows))) {
    stopping.throwIfAborted();
    if (deleted > few) await wait(pauseMs, undefined, { signal: stopping });
  }
}
