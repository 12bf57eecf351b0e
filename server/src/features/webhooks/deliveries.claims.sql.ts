import type { WebhookEventType } from '@portico/shared-types';
import type { Sql } from '../../platform/database.ts';
import type { LeaseKey } from '../../platform/leases/lease.ts';
import type { ClaimCapacity } from '../../platform/leases/ports.ts';
import { leaseMs, toInterval } from '../../platform/leases/timings.ts';

/** Time after which another worker attempts a delivery whose worker is silent. */
const lease = toInterval(leaseMs.delivery);

/** A delivery as the worker that claimed it sees it. */
export interface ClaimedDelivery {
  id: string;
  workspace_id: string;
  webhook_id: string;
  url: string;
  /** `{type, timestamp, data}` as text. */
  event: string;
  /** Index of the delay in the schedule that follows a failure; null if a failure is final. */
  next_retry: number | null;
  /** The fence: a later claim has a higher one, and this one can then write nothing. */
  lease_token: number;
  /** Always 0: an attempt during which a process died is repeated, because receivers recognise it by its id. */
  broken_off: number;
  /** Sealed, newest first. */
  secrets: Buffer[];
}

const claimed = (sql: Sql) => sql`delivery.id, delivery.workspace_id, webhook_id, url, event, next_retry, lease_token,
  0 AS broken_off, ARRAY(SELECT secret FROM webhook_secrets
    WHERE webhook_secrets.webhook_id = webhooks.id AND (expires_at IS NULL OR expires_at > now())
    ORDER BY webhook_secrets.id DESC) AS secrets`;

/**
 * Claims due deliveries, the workspaces in turn: a share for each webhook, one for a webhook that failed last, and
 * `workspaceShare` for a workspace, however many webhooks it has. The webhooks are found by skipping through the index, and
 * only those whose turn it is are read further, so that neither a hundred thousand waiting deliveries of one webhook nor
 * thousands of webhooks make each claim slow.
 */
export async function claimDeliveries(
  sql: Sql,
  { limit, share, busy }: Pick<ClaimCapacity, 'limit' | 'share' | 'busy'>,
  workspaceShare: number,
): Promise<ClaimedDelivery[]> {
  const most = sql`${workspaceShare}::int`;
  return sql<ClaimedDelivery[]>`
    WITH RECURSIVE waiting AS (
      (SELECT webhook_id, due_at FROM webhook_deliveries
        WHERE due_at IS NOT NULL ORDER BY webhook_id, due_at LIMIT 1)
      UNION ALL
      SELECT next.webhook_id, next.due_at FROM waiting
      CROSS JOIN LATERAL (SELECT webhook_id, due_at FROM webhook_deliveries AS delivery
        WHERE due_at IS NOT NULL AND delivery.webhook_id > waiting.webhook_id
        ORDER BY webhook_id, due_at LIMIT 1) AS next
    ), busy AS (
      SELECT webhooks.id, workspace_id, count
      FROM unnest(${[...busy.keys()]}::text[], ${[...busy.values()]}::int[]) AS busy (id, count)
      JOIN webhooks ON webhooks.id = busy.id
    ), ready AS (
      SELECT webhooks.id, workspace_id, due_at, coalesce(count, 0) AS busy,
        CASE WHEN failing_since IS NULL THEN ${share}::int ELSE 1 END - coalesce(count, 0) AS room
      FROM waiting JOIN webhooks ON webhooks.id = webhook_id AND status = 'enabled'
      LEFT JOIN busy USING (id, workspace_id)
      WHERE due_at <= now()
    ), next_webhooks AS (
      -- Each has at least one delivery for a free slot, so those after the first ones need not be read.
      SELECT * FROM (
        SELECT ready.*, coalesce(others.count, 0) AS others,
          row_number() OVER (PARTITION BY workspace_id ORDER BY busy, due_at) + coalesce(others.count, 0) AS turn
        FROM ready
        LEFT JOIN (SELECT workspace_id, sum(count)::int AS count FROM busy GROUP BY workspace_id) AS others
          USING (workspace_id)
        WHERE room > 0
      ) AS ranked
      WHERE turn <= ${most} ORDER BY turn, due_at LIMIT ${limit}
    ), due AS (
      SELECT next.id, next.due_at,
        row_number() OVER (PARTITION BY workspace_id ORDER BY next.place + busy, next.due_at) + others AS turn
      FROM next_webhooks AS webhook
      CROSS JOIN LATERAL (
        SELECT *, row_number() OVER () AS place FROM (
          SELECT delivery.id, due_at FROM webhook_deliveries AS delivery
          WHERE delivery.webhook_id = webhook.id AND due_at <= now()
          ORDER BY due_at
          -- Hardly more than there are slots: another process passes over what is locked and not taken.
          LIMIT least(webhook.room, (SELECT ceil(${limit}::numeric / count(*)) FROM next_webhooks))
          FOR UPDATE SKIP LOCKED
        ) AS first
      ) AS next
    ), chosen AS (
      SELECT id FROM due WHERE turn <= ${most} ORDER BY turn, due_at LIMIT ${limit}
    )
    UPDATE webhook_deliveries AS delivery
    SET leased = true, lease_token = lease_token + 1, asked_again = false, due_at = now() + ${lease}::interval
    FROM webhooks
    -- An array, as the planner would take a join with so many rows for a reason to read the whole table.
    WHERE delivery.id = ANY(ARRAY(SELECT id FROM chosen)) AND webhooks.id = delivery.webhook_id
    RETURNING ${claimed(sql)}`;
}

/** Creates a delivery that its creator has already claimed; it isn't retried. */
export async function insertClaimed(
  sql: Sql,
  workspaceId: string,
  webhookId: string,
  { id, type, text }: { id: string; type: WebhookEventType; text: string },
): Promise<ClaimedDelivery | undefined> {
  const [row] = await sql<ClaimedDelivery[]>`
    WITH delivery AS (
      INSERT INTO webhook_deliveries (id, workspace_id, webhook_id, event_type, event, status, leased, lease_token, due_at)
      SELECT ${id}, workspace_id, webhooks.id, ${type}, ${text}, 'pending', true, 1, now() + ${lease}::interval
      FROM webhooks WHERE workspace_id = ${workspaceId} AND id = ${webhookId}
      RETURNING *
    ) SELECT ${claimed(sql)} FROM delivery JOIN webhooks ON webhooks.id = webhook_id`;
  return row;
}

/** Releases a delivery as if it had not been claimed, to be attempted after `afterMs`. */
export async function releaseDelivery(sql: Sql, { id, lease_token: token }: LeaseKey, afterMs: number): Promise<void> {
  await sql`
    UPDATE webhook_deliveries SET leased = false, due_at = now() + ${toInterval(afterMs)}::interval
    WHERE id = ${id} AND leased AND lease_token = ${token}`;
}

/** Ends a delivery whose attempt can't be recorded. */
export async function failDelivery(sql: Sql, { id, lease_token: token }: LeaseKey, message: string): Promise<void> {
  await sql`
    UPDATE webhook_deliveries SET status = 'failed', leased = false, due_at = NULL, next_retry = NULL,
      error_message = ${message}
    WHERE id = ${id} AND leased AND lease_token = ${token}`;
}

/** Makes every claimed delivery due immediately; only if no other worker is alive. */
export async function releaseAllDeliveries(sql: Sql): Promise<void> {
  await sql`UPDATE webhook_deliveries SET leased = false, due_at = now() WHERE due_at IS NOT NULL AND leased`;
}

/** Ends pending deliveries of disabled webhooks: an attempt whose process died, or an event announced meanwhile. */
export async function failStranded(sql: Sql): Promise<void> {
  await sql`
    UPDATE webhook_deliveries SET status = 'failed', due_at = NULL, next_retry = NULL, leased = false,
      lease_token = lease_token + 1, error_message = coalesce(error_message, 'The webhook was disabled.')
    FROM webhooks
    WHERE webhooks.id = webhook_id AND webhooks.status = 'disabled' AND due_at <= now()`;
}
