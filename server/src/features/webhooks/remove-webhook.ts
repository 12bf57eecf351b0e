import { removalMs, shrink } from '../../platform/delete-in-batches.ts';
import type { DeletedRow } from '../../platform/leases/removals.sql.ts';
import { type Removal, removeDeleted, sweepDeleted } from '../../platform/leases/remove-deleted.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteSomeDeliveries } from './old-deliveries.sql.ts';
import { deleteWebhookRow } from './webhooks.sql.ts';

/** Removes what it can of a deleted webhook within a request; a sweep removes the rest. */
export async function removeDeletedWebhook(platform: Platform, webhook: DeletedRow): Promise<void> {
  await removeDeleted(platform, removalOf(platform), webhook, removalMs.request);
}

/** Continues the removal of deleted webhooks, which may have hundreds of thousands of deliveries. */
export async function sweepDeletedWebhooks(platform: Platform): Promise<void> {
  await sweepDeleted(platform, removalOf(platform), removalMs.turn);
}

function removalOf(platform: Platform): Removal {
  return { table: 'webhooks', removeUntil: async (webhook, isOver) => removeUntil(platform, webhook, isOver) };
}

async function removeUntil(platform: Platform, webhook: DeletedRow, isOver: () => boolean): Promise<boolean> {
  const { sql } = platform.database;
  await shrink(platform, async (limit) => (isOver() ? 0 : deleteSomeDeliveries(sql, webhook.id, limit)));
  if (isOver()) return false;
  await deleteWebhookRow(sql, webhook);
  return true;
}
