import type { Platform } from '../../../platform/platform.ts';
import { deleteOldEvents } from './workspace-events.sql.ts';

/** Milliseconds after which a disconnected client can no longer resume. */
const keptMs = 24 * 3_600_000;

/** Deletes events that are more than a day old: messages themselves are stored elsewhere. */
export async function pruneEvents({ database }: Platform): Promise<void> {
  await deleteOldEvents(database.sql, new Date(Date.now() - keptMs).toISOString());
}
