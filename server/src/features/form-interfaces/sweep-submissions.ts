import type { Platform } from '../../platform/platform.ts';
import { hintProcessing } from './process-job.ts';
import { takeUnread } from './submissions.sql.ts';

/** Takes up submissions whose worker died, or whose hint got lost. */
export async function sweepSubmissions(platform: Platform): Promise<void> {
  for (const id of await takeUnread(platform.database.sql)) await hintProcessing(platform, id);
}
