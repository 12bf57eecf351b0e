import { shrink } from '../../../platform/delete-in-batches.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readPages, sweepRows } from '../../../platform/sweep-rows.ts';
import { listSourceIds } from '../sources.sql.ts';
import { deleteChanges, deleteRun, findOldRuns, type OldRun } from './old-runs.sql.ts';

/**
 * Deletes the runs of every source that ended long ago, with their changes, in short transactions with pauses
 * (docs/reference/sources.md#runs). Several processes may do so at once.
 */
export async function pruneRuns(platform: Platform): Promise<void> {
  const { sql } = platform.database;
  const readSources = async (last: { readonly id: string } | undefined, limit: number) =>
    listSourceIds(sql, last?.id ?? '', limit);
  for await (const sources of readPages(platform, readSources)) {
    const ids = sources.map(({ id }) => id);
    const readOld = async (last: OldRun | undefined, limit: number) => findOldRuns(sql, ids, last?.id ?? '', limit);
    await sweepRows(platform, readOld, async ({ id }) => deleteOldRun(platform, id));
  }
}

/** What belongs to the run is deleted before it, so that what was interrupted is found again. */
async function deleteOldRun(platform: Platform, id: string): Promise<void> {
  await shrink(platform, async (limit) => deleteChanges(platform.database.sql, id, limit));
  await platform.database.transaction(async (tx) => {
    await deleteRun(tx, id);
    await platform.events.remove(tx, id);
  });
}
