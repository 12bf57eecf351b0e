import type { Page } from '../../platform/http/route.ts';
import type { DeliveryAttempt, DeliveryListQuery, WebhookDelivery } from '@portico/shared-types';
import type { Fragment, Sql, Transaction } from '../../platform/database.ts';
import { deliveriesChannel } from './announce.sql.ts';
import { descending, selectPage } from '../../platform/select-page.ts';

const columns = (sql: Sql) => sql`id, webhook_id, event_type, status, attempts,
  CASE WHEN NOT leased THEN due_at END AS next_attempt_at, created_at, last_attempt_at, response_status,
  response_time_ms, error_message`;

/** Of a delivery that failed since a time: with its last attempt, or without one because its webhook was disabled. */
export const failedSince = (sql: Sql, since: string): Fragment =>
  sql`status = 'failed' AND coalesce(last_attempt_at, created_at) >= ${since}::timestamptz`;

export async function listDeliveries(
  sql: Sql,
  workspaceId: string,
  webhookId: string,
  query: DeliveryListQuery,
): Promise<Page<WebhookDelivery>> {
  const { status, failed_since: since } = query;
  return selectPage<WebhookDelivery>(sql, query, {
    columns: columns(sql),
    from: sql`webhook_deliveries WHERE workspace_id = ${workspaceId} AND webhook_id = ${webhookId}
      ${status === undefined ? sql`` : sql`AND status = ${status}`}
      ${since === undefined ? sql`` : sql`AND ${failedSince(sql, since)}`}`,
    order: [descending(sql`created_at`), descending(sql`id`)],
    key: sql`id`,
  });
}

/** A delivery with the text of its event. */
export async function findDelivery(
  sql: Sql,
  workspaceId: string,
  webhookId: string,
  id: string,
): Promise<(WebhookDelivery & { event: string }) | undefined> {
  const [row] = await sql<(WebhookDelivery & { event: string })[]>`
    SELECT ${columns(sql)}, event FROM webhook_deliveries
    WHERE workspace_id = ${workspaceId} AND webhook_id = ${webhookId} AND id = ${id}`;
  return row;
}

export async function listAttempts(sql: Sql, deliveryId: string): Promise<DeliveryAttempt[]> {
  return sql<DeliveryAttempt[]>`
    SELECT attempt, started_at, response_status, response_headers, response_body, response_time_ms, error_message
    FROM webhook_attempts WHERE delivery_id = ${deliveryId} ORDER BY attempt`;
}

/**
 * Makes another attempt due: one without retries for a settled delivery, or the next retry now. During an attempt, it
 * is made due by a failure of that one.
 */
export async function askForAttempt(
  tx: Transaction,
  workspaceId: string,
  webhookId: string,
  id: string,
): Promise<WebhookDelivery | undefined> {
  const [row] = await tx<WebhookDelivery[]>`
    UPDATE webhook_deliveries SET status = CASE WHEN due_at IS NULL THEN 'pending' ELSE status END,
      asked_again = leased, due_at = CASE WHEN leased THEN due_at ELSE now() END
    WHERE workspace_id = ${workspaceId} AND webhook_id = ${webhookId} AND id = ${id}
    RETURNING ${columns(tx)}`;
  if (row !== undefined) await tx`SELECT pg_notify(${deliveriesChannel}, '')`;
  return row;
}

/** Ends the unsent deliveries of a disabled webhook; an attempt in progress ends by itself. */
export async function failUnsent(tx: Transaction, workspaceId: string, webhookId: string): Promise<void> {
  await tx`
    UPDATE webhook_deliveries SET status = 'failed', due_at = NULL, next_retry = NULL,
      error_message = coalesce(error_message, 'The webhook was disabled.')
    WHERE workspace_id = ${workspaceId} AND webhook_id = ${webhookId} AND due_at IS NOT NULL AND NOT leased`;
}
