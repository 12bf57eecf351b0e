import type { Page } from '../../platform/http/route.ts';
import type { Webhook, WebhookCreate, WebhookListQuery } from '@portico/shared-types';
import type { Sql, Transaction } from '../../platform/database.ts';
import { type DeletedRow, removalHeldFor } from '../../platform/leases/removals.sql.ts';
import { selectPage } from '../../platform/select-page.ts';
import { failedSince } from './deliveries.sql.ts';

const columns = (sql: Sql) => sql`id, name, url, event_types, status, disabled_reason, created_at, updated_at`;

export async function insertWebhook(
  tx: Transaction,
  workspaceId: string,
  id: string,
  fields: WebhookCreate,
): Promise<Webhook> {
  const [row] = await tx<Webhook[]>`
    INSERT INTO webhooks (id, workspace_id, name, url, event_types, status)
    VALUES (${id}, ${workspaceId}, ${fields.name ?? null}, ${fields.url}, ${fields.event_types}, ${fields.status})
    RETURNING ${columns(tx)}`;
  if (row === undefined) throw new Error('the webhook was not stored');
  return row;
}

export async function findWebhook(sql: Sql, workspaceId: string, id: string): Promise<Webhook | undefined> {
  const [row] = await sql<Webhook[]>`
    SELECT ${columns(sql)} FROM webhooks
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL`;
  return row;
}

export async function lockWebhook(tx: Transaction, workspaceId: string, id: string): Promise<Webhook | undefined> {
  const [row] = await tx<Webhook[]>`
    SELECT ${columns(tx)} FROM webhooks
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL FOR NO KEY UPDATE`;
  return row;
}

/** A page of webhooks, newest first. `searched` are the columns in which `query.search` is looked for. */
export async function listWebhooks(
  sql: Sql,
  workspaceId: string,
  query: WebhookListQuery,
  searched: readonly ('name' | 'url')[],
): Promise<Page<Webhook>> {
  const { failed_since: since } = query;
  const hasFailed =
    since === undefined
      ? sql``
      : sql`AND EXISTS (
          SELECT FROM webhook_deliveries WHERE webhook_id = webhooks.id AND ${failedSince(sql, since)})`;
  return selectPage<Webhook>(sql, query, {
    columns: columns(sql),
    from: sql`webhooks WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL ${hasFailed}`,
    named: searched.map((column) => sql`${sql(column)}`),
  });
}

/** A webhook that is enabled again or has a new address starts without a history of failures. */
export async function updateWebhook(
  tx: Transaction,
  workspaceId: string,
  id: string,
  fields: WebhookCreate,
): Promise<Webhook | undefined> {
  const [row] = await tx<Webhook[]>`
    UPDATE webhooks SET name = ${fields.name ?? null}, url = ${fields.url}, event_types = ${fields.event_types},
      status = ${fields.status}, updated_at = now(),
      disabled_reason = CASE WHEN ${fields.status} = 'enabled' THEN NULL ELSE disabled_reason END,
      failing_since = CASE WHEN status = ${fields.status} AND url = ${fields.url} THEN failing_since END
    WHERE workspace_id = ${workspaceId} AND id = ${id}
    RETURNING ${columns(tx)}`;
  return row;
}

/** Disables an enabled webhook for a reason of the server; false if it was already disabled or has another address. */
export async function markDisabled(
  tx: Transaction,
  workspaceId: string,
  { id, url }: Pick<Webhook, 'id' | 'url'>,
  reason: string,
): Promise<boolean> {
  const rows = await tx`
    UPDATE webhooks SET status = 'disabled', disabled_reason = ${reason}, updated_at = now()
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND url = ${url} AND status = 'enabled' RETURNING 1`;
  return rows.length > 0;
}

/** Hides a webhook permanently, and ends its deliveries. This process removes it. */
export async function markDeleted(tx: Transaction, { workspace_id: workspaceId, id }: DeletedRow): Promise<void> {
  await tx`
    UPDATE webhooks SET deleted_at = now(), removal_due_at = now() + ${removalHeldFor}::interval, status = 'disabled',
      disabled_reason = 'It was deleted.'
    WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

export async function deleteWebhookRow(sql: Sql, { workspace_id: workspaceId, id }: DeletedRow): Promise<void> {
  await sql`DELETE FROM webhooks WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

/** Maximum number of old secrets: each adds a signature to every event, and receivers limit the size of headers. */
const maxOldSecrets = 4;

/**
 * Adds a new secret at the front; the previous one remains valid for 24 hours. Expired ones are removed, and the oldest
 * ones if there are too many. Must be called under the lock of the webhook.
 */
export async function insertSecret(tx: Transaction, webhookId: string, sealed: Buffer): Promise<void> {
  await tx`
    DELETE FROM webhook_secrets WHERE webhook_id = ${webhookId} AND (expires_at <= now() OR id NOT IN (
      SELECT id FROM webhook_secrets WHERE webhook_id = ${webhookId} ORDER BY id DESC LIMIT ${maxOldSecrets}))`;
  await tx`
    UPDATE webhook_secrets SET expires_at = now() + interval '24 hours'
    WHERE webhook_id = ${webhookId} AND expires_at IS NULL`;
  await tx`INSERT INTO webhook_secrets (webhook_id, secret) VALUES (${webhookId}, ${sealed})`;
}
