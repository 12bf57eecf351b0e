import type { WebhookEventType } from '@portico/shared-types';
import type { Sql } from '../../platform/database.ts';

/** The channel that wakes the workers once the deliveries are committed. */
export const deliveriesChannel = 'webhook_deliveries';

/**
 * Makes a delivery for each enabled webhook of the workspace that wants the event; `text` is `{type, timestamp, data}`.
 * One statement, which finds nothing in an index where there is no webhook. The ids are `id`'s time and 64 bits drawn
 * from it and the webhook, as nobody knows beforehand how many there will be.
 */
export async function insertDeliveries(
  sql: Sql,
  workspaceId: string,
  { id, type, text }: { id: string; type: WebhookEventType; text: string },
): Promise<void> {
  await sql`
    WITH created AS (
      INSERT INTO webhook_deliveries (id, workspace_id, webhook_id, event_type, event, status, next_retry, due_at)
      SELECT substr(${id}, 1, 14) || substr(encode(sha256(convert_to(${id} || webhooks.id, 'UTF8')), 'hex'), 1, 16),
        workspace_id, webhooks.id, ${type}, ${text}, 'pending', 0, now()
      FROM webhooks
      WHERE workspace_id = ${workspaceId} AND status = 'enabled' AND event_types && ARRAY['*', ${type}::text]
      RETURNING 1
    ) SELECT pg_notify(${deliveriesChannel}, '') WHERE EXISTS (SELECT FROM created)`;
}
