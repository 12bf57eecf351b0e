import { setTimeout as wait } from 'node:timers/promises';
import { readInBatches } from './http/download-table.ts';
import { isOutage } from './is-outage.ts';
import type { Platform } from './platform.ts';

const pageRows = 100;
const pauseMs = 50;

type ReadPage<Row> = (last: Row | undefined, limit: number) => Promise<readonly Row[]>;

/** Reads a table to its end, with a pause after each page in which others write. Ends when the server stops. */
export async function* readPages<Row>(
  { stopping }: Pick<Platform, 'stopping'>,
  read: ReadPage<Row>,
): AsyncGenerator<readonly Row[]> {
  for await (const rows of readInBatches(pageRows, read)) {
    yield rows;
    if (stopping.aborted) return;
    await wait(pauseMs);
  }
}

/** A row, and whether nothing leads to it any more. */
interface SweptRow {
  readonly id: string;
  readonly is_unused: boolean;
}

/** Reads a table to its end and deletes the unused rows. One that can't be deleted is tried again by the next sweep. */
export async function sweepRows<Row extends SweptRow>(
  platform: Pick<Platform, 'log' | 'stopping'>,
  read: ReadPage<Row>,
  deleteRow: (row: Row) => Promise<unknown>,
): Promise<void> {
  for await (const rows of readPages(platform, read)) {
    const unused = rows.filter(({ is_unused: isUnused }) => isUnused);
    await sweepEach(platform, unused, deleteRow, 'unused data could not be deleted');
  }
}

/** Maximum milliseconds of one sweep of due rows; the next one continues. */
const maxMs = 5_000;

/** Failures of one sweep that are logged one by one: what makes all fail would fill the log. */
const maxLogged = 100;

/**
 * Reads a table to its end and works on each row. One that fails delays no other, and is tried again by the next sweep.
 * Throws an outage at once, as all rows would have it.
 */
export async function sweepPages<Row extends { readonly id: string }>(
  platform: Pick<Platform, 'log' | 'stopping'>,
  read: ReadPage<Row>,
  work: (row: Row) => Promise<unknown>,
  message: string,
): Promise<void> {
  const failures = new Failures(platform.log, message);
  for await (const rows of readPages(platform, read)) {
    await workOnEach(platform.stopping, rows, work, failures.add);
  }
  failures.logRest();
}

/**
 * Works on the rows that `find` returns, and then on those behind them, until none of them fails: otherwise rows that
 * always fail could take the places of all others in every sweep. `find` leaves out those that this sweep has seen. Throws
 * an outage at once, as all rows would have it.
 */
export async function sweepDue<Row extends { readonly id: string }>(
  platform: Pick<Platform, 'log' | 'stopping'>,
  find: (seen: readonly string[]) => Promise<readonly Row[]>,
  work: (row: Row) => Promise<unknown>,
  message: string,
): Promise<void> {
  const { log, stopping } = platform;
  const end = performance.now() + maxMs;
  const seen: string[] = [];
  const failures = new Failures(log, message);
  for (let before = -1; failures.count > before && performance.now() < end && !stopping.aborted;) {
    before = failures.count;
    const rows = await find(seen);
    await workOnEach(stopping, rows, work, failures.add);
    seen.push(...rows.map(({ id }) => id));
  }
  failures.logRest();
}

/** Failed deletions after which the rest is left to the next sweep: then it is not the rows' fault. */
export const maxFailed = 100;

/**
 * Deletes the rows that `find` returns until there are none, except those that fail, which it leaves out. Yields the
 * number of deleted rows after each batch. Throws an outage.
 */
export async function* deleteOldRows<Row extends { readonly id: string }>(
  platform: Pick<Platform, 'log' | 'stopping'>,
  find: (failed: readonly string[]) => Promise<readonly Row[]>,
  deleteRow: (row: Row) => Promise<boolean>,
  message: string,
): AsyncGenerator<number> {
  const failed: string[] = [];
  for (let isOver = false; !isOver;) {
    let deleted = 0;
    const deleteOne = async (row: Row): Promise<void> => {
      if (await deleteRow(row)) deleted += 1;
    };
    const left = await sweepEach(platform, await find(failed), deleteOne, message, isOutage);
    yield deleted;
    failed.push(...left);
    isOver = (deleted === 0 && left.length === 0) || failed.length >= maxFailed;
  }
}

/**
 * Works on each row. One that fails delays no other, is logged with this message, and is tried again by the next sweep.
 * Returns their ids. Throws at once what `isFinal`, because all rows would have it.
 */
export async function sweepEach<Row extends { readonly id: string }>(
  { log, stopping }: Pick<Platform, 'log' | 'stopping'>,
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
  message: string,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<string[]> {
  const failed: string[] = [];
  await workOnEach(stopping, rows, work, (error, { id }) => {
    if (isFinal(error)) throw error;
    failed.push(id);
    log.error({ err: error, id }, message);
  });
  return failed;
}

/** Works on each row until the server stops; ends with what `onError` throws. */
async function workOnEach<Row>(
  stopping: AbortSignal,
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
  onError: (error: unknown, row: Row) => void,
): Promise<void> {
  for (const row of rows) {
    if (stopping.aborted) return;
    try {
      await work(row);
    } catch (error) {
      if (stopping.aborted) return;
      onError(error, row);
    }
  }
}

/** The failed rows of one sweep, the first of which are logged. */
class Failures {
  readonly #log: Platform['log'];
  readonly #message: string;
  count = 0;

  constructor(log: Platform['log'], message: string) {
    this.#log = log;
    this.#message = message;
  }

  /** Throws an outage. */
  readonly add = (error: unknown, { id }: { readonly id: string }): void => {
    if (isOutage(error)) throw error;
    this.count += 1;
    if (this.count <= maxLogged) this.#log.error({ err: error, id }, this.#message);
  };

  logRest(): void {
    if (this.count > maxLogged) this.#log.error({ failed: this.count }, this.#message);
  }
}
