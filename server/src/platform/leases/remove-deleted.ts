import type { Platform } from '../platform.ts';
import { keepHeld } from './keep-held.ts';
import { type DeletedRow, holdRemoval, releaseRemoval, type RemovalTable, takeRemoval } from './removals.sql.ts';

/** How the deleted rows of a table are removed with everything that belongs to them. */
export interface Removal {
  readonly table: RemovalTable;
  /** Removes what it can until `isOver`; returns whether the row is gone. May be called again after an interruption. */
  removeUntil(row: DeletedRow, isOver: () => boolean): Promise<boolean>;
}

/** Before the removal is tried again after an error, such as of the storage. */
const retrySeconds = 60;

/** Removes what it can of a held row for some milliseconds; a sweep continues what remains then, or has failed. */
export async function removeDeleted(
  platform: Platform,
  { table, removeUntil }: Removal,
  row: DeletedRow,
  milliseconds: number,
): Promise<void> {
  const { database, log, stopping } = platform;
  const until = performance.now() + milliseconds;
  const isOver = (): boolean => stopping.aborted || performance.now() >= until;
  let seconds = 0;
  try {
    const renew = async (): Promise<void> => holdRemoval(database.sql, table, row);
    if (await keepHeld(platform, renew, async () => removeUntil(row, isOver))) return;
  } catch (error) {
    seconds = retrySeconds;
    if (!stopping.aborted) log.warn({ err: error, table, id: row.id }, 'what was deleted is removed later');
  }
  // If this fails, too, the row is due as if the process had died.
  await releaseRemoval(database.sql, table, row, stopping.aborted ? 0 : seconds).catch(() => undefined);
}

/** Continues removals: each for some milliseconds before the others that are waiting, because one may take long. */
export async function sweepDeleted(platform: Platform, removal: Removal, turnMs: number): Promise<void> {
  while (!platform.stopping.aborted) {
    const row = await takeRemoval(platform.database.sql, removal.table);
    if (row === undefined) return;
    await removeDeleted(platform, removal, row, turnMs);
  }
}
