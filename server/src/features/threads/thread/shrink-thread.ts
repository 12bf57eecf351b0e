import { shrink } from '../../../platform/delete-in-batches.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deleteOldestMessages } from '../messages/oldest-messages.sql.ts';

/** Deletes most messages and events of a long thread in short statements, before the thread itself is deleted. */
export async function shrinkThread(platform: Platform, workspaceId: string, threadId: string): Promise<void> {
  const { sql } = platform.database;
  await shrink(platform, async (limit) => platform.events.removeOldest(sql, threadId, limit));
  await shrink(platform, async (limit) => deleteOldestMessages(sql, workspaceId, threadId, limit));
}
