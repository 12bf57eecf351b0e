import type { Platform } from '../../platform/platform.ts';
import { hintIndexing } from './index-job.ts';
import { hintProcessing } from './process-job.ts';
import { takeUnindexed, takeUnread } from './submissions.sql.ts';

/** Takes up submissions whose worker died, or whose hint got lost. */
export async function sweepSubmissions(platform: Platform): Promise<void> {
  const { sql } = platform.database;
  for (const { id, attempts } of await takeUnread(sql)) await hintProcessing(platform, id, attempts);
  for (const { id, attempts } of await takeUnindexed(sql)) await hintIndexing(platform, id, attempts);
}
