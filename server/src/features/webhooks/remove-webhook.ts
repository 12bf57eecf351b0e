import { removalMs, shrink } from '../../platform/delete-in-batches.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteSomeDeliveries } from './old-deliveries.sql.ts';
import { deleteWebhookRow, listDeletedWebhooks } from './webhooks.sql.ts';

/**
 * Removes a deleted webhook with its deliveries in short statements, because there may be hundreds of thousands. What is
 * left after this many milliseconds, or when the server stops, is removed by the sweep; several processes may do so.
 */
export async function removeWebhook(
  platform: Platform,
  { id, workspace_id: workspaceId }: { id: string; workspace_id: string },
  milliseconds: number,
): Promise<void> {
  const { database, log, stopping } = platform;
  const until = performance.now() + milliseconds;
  let isWhole = true;
  try {
    await shrink(platform, async (limit) => {
      isWhole = performance.now() < until;
      return isWhole ? deleteSomeDeliveries(database.sql, id, limit) : 0;
    });
    if (isWhole) await deleteWebhookRow(database.sql, workspaceId, id);
  } catch (error) {
    if (!stopping.aborted) log.warn({ err: error, webhook_id: id }, 'a deleted webhook is removed later');
  }
}

/** Removes what is left of deleted webhooks, each of them for a while. */
export async function sweepDeletedWebhooks(platform: Platform): Promise<void> {
  for (const webhook of await listDeletedWebhooks(platform.database.sql)) {
    if (platform.stopping.aborted) return;
    await removeWebhook(platform, webhook, removalMs.turn);
  }
}
