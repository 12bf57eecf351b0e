import { setTimeout as wait } from 'node:timers/promises';
import type { Platform } from '../../platform/platform.ts';
import { type DeliveryPlace, eraseDeliveriesAfter, listWebhookIds } from './erase-deliveries.sql.ts';

const together = 500;
const pauseMs = 20;

/**
 * Deletes a workspace's deliveries whose events are about these conversations, threads, executions or submissions;
 * returns their number. `since` is a time before which there is none. Rejects when the server stops.
 */
export async function eraseDeliveries(
  platform: Platform,
  workspaceId: string,
  ids: readonly string[],
  { since }: { since?: string } = {},
): Promise<number> {
  const { sql } = platform.database;
  let deleted = 0;
  if (ids.length === 0) return deleted;
  for (const webhookId of await listWebhookIds(sql, workspaceId)) {
    let after: DeliveryPlace | undefined;
    do {
      const erased = await eraseDeliveriesAfter(sql, webhookId, { ids, after, since, limit: together });
      deleted += erased.deleted;
      after = erased.last;
      if (after !== undefined) await wait(pauseMs, undefined, { signal: platform.stopping });
    } while (after !== undefined);
  }
  return deleted;
}
