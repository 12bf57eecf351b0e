import type { DeliveryStatus } from '@portico/shared-types';
import { json, type Sql } from '../../platform/database.ts';
import type { ClaimedDelivery } from './deliveries.claims.sql.ts';

/** The result of an attempt. */
export interface Attempt {
  readonly startedAt: string;
  readonly status: number | null;
  readonly headers: Record<string, string> | null;
  readonly body: string | null;
  readonly ms: number;
  readonly error: string | null;
}

/** The consequences of an attempt. */
export interface Settlement {
  readonly status: DeliveryStatus;
  /** Set if the status is retrying. */
  readonly retryInMs: number | null;
}

/** An attempt to record. */
export interface Settling {
  readonly delivery: ClaimedDelivery;
  readonly attempt: Attempt;
  readonly settlement: Settlement;
}

/** A recorded attempt. */
interface SettledDelivery {
  readonly id: string;
  /** Whether its webhook should be disabled. */
  readonly given_up: boolean;
  /** Milliseconds until the next attempt, null if there is none. */
  readonly next_in_ms: number | null;
}

/** Undefined if the lease was lost and nothing was recorded. */
export type Settled = SettledDelivery | undefined;

/**
 * A webhook is given up after these days of nothing but failures, if another of its deliveries within them was created
 * at least these hours before the one that fails: a seldom used webhook may not have been tried for most of the time.
 */
export interface GiveUpAfter {
  readonly days: number;
  readonly hoursBetween: number;
}

/**
 * Records attempts and their consequences, each protected by its lease and fence. Returns those whose lease was still
 * held, with whether the webhook has been failing for long enough to be given up.
 */
export async function settleDeliveries(
  sql: Sql,
  entries: readonly Settling[],
  giveUpAfter: GiveUpAfter,
): Promise<SettledDelivery[]> {
  const done = entries.map(({ delivery, attempt, settlement }) => ({
    id: delivery.id,
    token: delivery.lease_token,
    outcome: settlement.status,
    retry_in_ms: settlement.retryInMs,
    // A time of this machine's clock, from which the database's may differ.
    began_ms_ago: Date.now() - Date.parse(attempt.startedAt),
    answered: attempt.status,
    headers: attempt.headers,
    body: attempt.body,
    ms: attempt.ms,
    error: attempt.error,
  }));
  // An attempt that was requested during a failed one is made now. It is the last one if the failed one was.
  return sql<SettledDelivery[]>`
    WITH done AS (
      SELECT *, now() - began_ms_ago * interval '1 millisecond' AS began_at
      FROM json_to_recordset(${json(done)}::json) AS entry (id text, token int, outcome text,
        retry_in_ms float8, began_ms_ago float8, answered int, headers json, body text, ms int, error text)
    ), settled AS (
      UPDATE webhook_deliveries AS delivery SET leased = false, attempts = attempts + 1,
        status = CASE WHEN outcome = 'success' THEN outcome WHEN webhooks.status <> 'enabled' THEN 'failed'
          WHEN asked_again AND outcome = 'failed' THEN 'pending' ELSE outcome END,
        next_retry = CASE WHEN webhooks.status = 'enabled' AND retry_in_ms IS NOT NULL THEN next_retry + 1 END,
        due_at = CASE WHEN webhooks.status <> 'enabled' OR outcome = 'success' THEN NULL WHEN asked_again THEN now()
          ELSE now() + retry_in_ms * interval '1 millisecond' END,
        response_status = answered, response_time_ms = ms, error_message = error, last_attempt_at = began_at
      FROM done, webhooks
      WHERE delivery.id = ANY(${done.map(({ id }) => id)}::text[]) AND delivery.id = done.id
        AND webhooks.id = webhook_id AND leased AND lease_token = token
      RETURNING delivery.id, delivery.attempts, webhook_id,
        (extract(epoch FROM due_at - now()) * 1000)::float8 AS next_in_ms
    ), logged AS (
      INSERT INTO webhook_attempts (delivery_id, attempt, started_at, response_status, response_headers, response_body,
        response_time_ms, error_message)
      SELECT id, attempts, began_at, answered, headers, body, ms, error FROM settled JOIN done USING (id)
    ), health AS (
      SELECT webhook_id, bool_or(outcome = 'success') AS works, min(began_at) AS began_at
      FROM settled JOIN done USING (id) GROUP BY webhook_id
    ), noted AS (
      UPDATE webhooks SET failing_since = CASE WHEN NOT works THEN began_at END
      FROM health WHERE webhooks.id = webhook_id AND (failing_since IS NULL) <> works
    )
    SELECT settled.id, next_in_ms,
      NOT works AND coalesce(failing_since <= now() - ${giveUpAfter.days} * interval '1 day', false) AND EXISTS (
        SELECT FROM webhook_deliveries AS earlier
        WHERE earlier.webhook_id = webhooks.id AND earlier.id <> settled.id AND attempts > 0
          AND created_at BETWEEN now() - ${giveUpAfter.days} * interval '1 day'
            AND now() - ${giveUpAfter.hoursBetween} * interval '1 hour'
      ) AS given_up
    FROM settled JOIN health USING (webhook_id) JOIN webhooks ON webhooks.id = webhook_id`;
}
