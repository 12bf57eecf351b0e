import type { Sql } from '../../../platform/database.ts';

/** How long a task whose process is silent stays its own; then another takes it up. */
const lease = '10 seconds';

/** A task in the hands of a process; the token fences its writes. */
export interface Held {
  readonly instanceId: string;
  readonly token: number;
}

export interface Claim extends Held {
  /** Attempts in a row that came to nothing. */
  readonly failures: number;
  readonly isFirst: boolean;
}

/**
 * Takes a task that is due and starts its clock; undefined where there is nothing to take. A clock that runs already is
 * that of a process that died over the task, which counts as a failure.
 */
export async function claimInstance(sql: Sql, id: string): Promise<Claim | undefined> {
  const [claim] = await sql<{ token: number; failures: number; first: boolean }[]>`
    WITH due AS (
      SELECT id, active_since, started_at FROM persona_instances
      WHERE id = ${id} AND due_at <= now() AND status IN ('pending', 'running', 'awaiting_approval')
      FOR UPDATE
    )
    UPDATE persona_instances AS task SET status = 'running', lease_token = lease_token + 1,
      due_at = now() + ${lease}::interval, active_since = now(), started_at = coalesce(task.started_at, now()),
      failures = CASE WHEN due.active_since IS NULL THEN failures ELSE failures + 1 END
    FROM due WHERE task.id = due.id
    RETURNING lease_token AS token, failures, due.started_at IS NULL AS first`;
  if (claim === undefined) return undefined;
  return { instanceId: id, token: claim.token, failures: claim.failures, isFirst: claim.first };
}

/** Locks a held task until the transaction ends; false where it is another's by now. */
export async function lockHeld(sql: Sql, held: Held): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM persona_instances
    WHERE id = ${held.instanceId} AND lease_token = ${held.token} AND status = 'running' FOR UPDATE`;
  return rows.length > 0;
}

/** Of these held tasks the ones that still are; `renew` extends their leases and adds up their time at work. */
export async function checkLeases(sql: Sql, held: readonly Held[], renew: boolean): Promise<string[]> {
  const mine = sql`unnest(${held.map(({ instanceId }) => instanceId)}::text[],
    ${held.map(({ token }) => token)}::int[]) AS mine (mine_id, token)`;
  const rows = renew
    ? await sql<{ id: string }[]>`
        UPDATE persona_instances SET due_at = now() + ${lease}::interval,
          active_ms = active_ms + coalesce(extract(epoch FROM now() - active_since), 0) * 1000, active_since = now()
        FROM ${mine} WHERE id = mine_id AND lease_token = mine.token AND status = 'running' RETURNING id`
    : await sql<{ id: string }[]>`
        SELECT id FROM persona_instances JOIN ${mine} ON id = mine_id AND lease_token = mine.token
        WHERE status = 'running'`;
  return rows.map(({ id }) => id);
}

/** Gives a held task back: to be taken up at once, or after a failure, which counts, once that many ms have gone by. */
export async function releaseInstance(sql: Sql, held: Held, retryMs?: number): Promise<void> {
  await sql`
    UPDATE persona_instances SET due_at = now() + ${retryMs ?? 0} * interval '1 millisecond',
      failures = failures + ${retryMs === undefined ? 0 : 1},
      active_ms = active_ms + coalesce(extract(epoch FROM now() - active_since), 0) * 1000, active_since = NULL
    WHERE id = ${held.instanceId} AND lease_token = ${held.token} AND status = 'running'`;
}

/** Lets a held task wait for a person's decision, or for a resume after it reached a cap. */
export async function parkInstance(
  sql: Sql,
  held: Held,
  wait: { status: 'awaiting_approval' } | { status: 'paused_budget'; reason: 'cost' | 'duration' },
): Promise<void> {
  const reason = wait.status === 'paused_budget' ? wait.reason : null;
  await sql`
    UPDATE persona_instances SET status = ${wait.status}, pause_reason = ${reason}, due_at = NULL, failures = 0,
      active_ms = active_ms + coalesce(extract(epoch FROM now() - active_since), 0) * 1000, active_since = NULL
    WHERE id = ${held.instanceId} AND lease_token = ${held.token}`;
}

/** Makes every held task due at once; only where no other process can be alive. */
export async function releaseAll(sql: Sql): Promise<void> {
  await sql`UPDATE persona_instances SET due_at = now() WHERE status = 'running'`;
}

/** Tasks that a worker should look at now, longest due first. */
export async function findDueInstances(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM persona_instances WHERE due_at <= now() ORDER BY due_at LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** Something was achieved: what failed before no longer counts. */
export async function forgetFailures(sql: Sql, held: Held): Promise<void> {
  await sql`UPDATE persona_instances SET failures = 0 WHERE id = ${held.instanceId} AND failures > 0`;
}
