import type { Sql } from '../../platform/database.ts';

export async function listWebhookIds(sql: Sql, workspaceId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`SELECT id FROM webhooks WHERE workspace_id = ${workspaceId}`;
  return rows.map(({ id }) => id);
}

/** The position of a delivery, with its time in microseconds. */
export interface DeliveryPlace {
  readonly id: string;
  readonly created: string;
}

/** What is looked for. */
interface Search {
  readonly ids: readonly string[];
  readonly after: DeliveryPlace | undefined;
  /** The time of the oldest delivery that is read. */
  readonly since: string | undefined;
  readonly limit: number;
}

/** What one statement has read and deleted; `last` is undefined once there is nothing left to read. */
interface Erased {
  readonly deleted: number;
  readonly last: DeliveryPlace | undefined;
}

/**
 * Reads `limit` deliveries of a webhook after a position, the newest first, and deletes those whose event contains one
 * of these identifiers. A delivery that has not been made is deleted, too.
 */
export async function eraseDeliveriesAfter(
  sql: Sql,
  webhookId: string,
  { ids, after, since, limit }: Search,
): Promise<Erased> {
  const later = after && sql`AND (created_at, id) < (${after.created}::timestamptz, ${after.id})`;
  const newer = since === undefined ? sql`` : sql`AND created_at >= ${since}`;
  const rows = await sql<(DeliveryPlace & { is_deleted: boolean })[]>`
    WITH read AS MATERIALIZED (
      SELECT id, event, created_at FROM webhook_deliveries WHERE webhook_id = ${webhookId} ${newer} ${later ?? sql``}
      ORDER BY created_at DESC, id DESC LIMIT ${limit}
    ), deleted AS (
      DELETE FROM webhook_deliveries WHERE id IN (
        SELECT id FROM read WHERE EXISTS (
          SELECT FROM regexp_matches(event, '(?:cnv|thr|exe|sub)_[0-9A-Za-z_-]+', 'g') AS named
          WHERE named[1] = ANY(${[...ids]})))
      RETURNING id
    ) SELECT read.id, read.created_at::text AS created, deleted.id IS NOT NULL AS is_deleted
    FROM read LEFT JOIN deleted USING (id) ORDER BY read.created_at DESC, read.id DESC`;
  return { deleted: rows.filter((row) => row.is_deleted).length, last: rows[limit - 1] };
}
