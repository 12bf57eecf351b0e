import type { Platform } from '../../../platform/platform.ts';
import { deleteOldEvents } from './workspace-events.sql.ts';

/** How long a client may be away and still resume, in milliseconds. */
const keptMs = 24 * 3_600_000;

/** Forgets what was reported more than a day ago: messages are kept where they were written, not here. */
export async function pruneEvents({ database }: Platform): Promise<void> {
  await deleteOldEvents(database.sql, new Date(Date.now() - keptMs).toISOString());
}
