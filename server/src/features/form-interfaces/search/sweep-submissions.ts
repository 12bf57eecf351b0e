import type { Platform } from '../../../platform/platform.ts';
import { hintIndexing } from './indexing.jobs.ts';
import { takeUnindexed } from '../submission/submissions.sql.ts';

/** Restarts the indexing of submissions whose worker died, or whose notification got lost. */
export async function sweepSubmissions(platform: Platform): Promise<void> {
  for (const { id, attempts } of await takeUnindexed(platform.database.sql)) await hintIndexing(platform, id, attempts);
}
