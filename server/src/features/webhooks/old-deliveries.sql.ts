import type { Sql } from '../../platform/database.ts';

/** Deletes ended deliveries with their attempts, at most `limit`; returns the number. */
export async function deleteDeliveriesBefore(
  sql: Sql,
  workspaceId: string,
  before: string,
  limit: number,
): Promise<number> {
  const isOld = sql`due_at IS NULL AND NOT leased AND created_at < ${before}
    AND coalesce(last_attempt_at, created_at) < ${before}`;
  const rows = await sql`
    DELETE FROM webhook_deliveries WHERE id = ANY(ARRAY(
      SELECT id FROM webhook_deliveries
      WHERE id = ANY(ARRAY(
          SELECT old.id FROM webhooks, unnest(ARRAY['success', 'failed']) AS state, LATERAL (
            SELECT id FROM webhook_deliveries WHERE webhook_id = webhooks.id AND status = state AND ${isOld}
            ORDER BY created_at LIMIT ${limit}
          ) AS old WHERE webhooks.workspace_id = ${workspaceId} LIMIT ${limit}
        )) AND status IN ('success', 'failed') AND ${isOld}
      FOR UPDATE SKIP LOCKED))
    RETURNING 1`;
  return rows.length;
}

/** Deletes some deliveries of a webhook with their attempts, in any state; returns the number. */
export async function deleteSomeDeliveries(sql: Sql, webhookId: string, limit: number): Promise<number> {
  const rows = await sql`
    DELETE FROM webhook_deliveries WHERE id = ANY(ARRAY(
      SELECT id FROM webhook_deliveries WHERE webhook_id = ${webhookId} LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING 1`;
  return rows.length;
}
