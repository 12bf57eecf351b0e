import type { Platform } from '../../platform/platform.ts';
import { readPages } from '../../platform/sweep-rows.ts';
import { deleteUnusedPayers, listPayersAfter } from './payers.sql.ts';

/**
 * Deletes who paid for runs that nothing needs any more, in small statements with pauses in which others write. Reads all
 * payers, so it seldom runs.
 */
export async function sweepPayers(platform: Platform): Promise<void> {
  const { sql } = platform.database;
  const pages = readPages<string>(platform, async (last, limit) => listPayersAfter(sql, last ?? '', limit));
  for await (const runIds of pages) await deleteUnusedPayers(sql, runIds);
}
