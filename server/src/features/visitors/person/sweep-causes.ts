import type { Platform } from '../../../platform/platform.ts';
import { readPages } from '../../../platform/sweep-rows.ts';
import { type CausePlace, forgetUnusedCauses, listCausesAfter } from './deleted-causes.sql.ts';

/**
 * Deletes what was kept of deleted submissions and threads whose executions and deliveries have been deleted, too, in
 * small statements with pauses in which others write.
 */
export async function sweepCauses(platform: Platform): Promise<void> {
  const { sql } = platform.database;
  const pages = readPages<CausePlace>(platform, async (last, limit) => listCausesAfter(sql, last, limit));
  for await (const causes of pages) await forgetUnusedCauses(sql, causes);
}
