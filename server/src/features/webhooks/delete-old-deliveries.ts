import { deleteInBatches } from '../../platform/delete-in-batches.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteDeliveriesBefore } from './old-deliveries.sql.ts';

/** Fewer than of other rows, because a delivery has an event and several responses. */
const together = 100;

/** Deletes a workspace's deliveries whose last attempt was before that time, if there will be no other attempt. */
export function deleteOldDeliveries(
  { database }: Platform,
  workspaceId: string,
  before: string,
): AsyncIterable<number> {
  return deleteInBatches(async () => deleteDeliveriesBefore(database.sql, workspaceId, before, together));
}
