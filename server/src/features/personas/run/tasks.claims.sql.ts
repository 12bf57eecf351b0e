import type { Sql } from '../../../platform/database.ts';
import { firstDue } from '../../../platform/leases/first-due.sql.ts';
import type { HeldLease, Lease, LeaseKey } from '../../../platform/leases/lease.ts';
import type { ClaimCapacity } from '../../../platform/leases/ports.ts';
import { takeDue } from '../../../platform/leases/take-due.sql.ts';
import { leaseMs, toInterval } from '../../../platform/leases/timings.ts';

/** Time after which another process may claim a task whose process is silent. */
const lease = toInterval(leaseMs.task);

export interface Claim extends Lease {
  /** Number of failed attempts in a row. */
  readonly failures: number;
  readonly isFirst: boolean;
}

/**
 * Claims due tasks and starts their clocks. A clock that is already running belongs to a process that died while
 * working on the task, which counts as a failure.
 */
export async function claimTasks(sql: Sql, capacity: ClaimCapacity): Promise<Claim[]> {
  const where = `leased.status IN ('pending', 'running', 'awaiting_approval')`;
  return sql<Claim[]>`
    ${takeDue(sql, { table: 'persona_instances', id: 'id', dueAt: 'leased.due_at', where }, capacity)}, before AS (
      SELECT id, active_since, started_at FROM persona_instances WHERE id = ANY(ARRAY(SELECT id FROM taken))
    )
    UPDATE persona_instances AS task SET status = 'running', lease_token = lease_token + 1,
      due_at = now() + ${lease}::interval, active_since = now(), started_at = coalesce(task.started_at, now()),
      failures = failures + (before.active_since IS NOT NULL)::int,
      broken_off = broken_off + (before.active_since IS NOT NULL)::int
    FROM before WHERE task.id = before.id
    RETURNING task.id, lease_token, broken_off, failures, before.started_at IS NULL AS "isFirst"`;
}

/** Locks a held task until the transaction ends; false if another process holds it by now. */
export async function lockHeld(sql: Sql, held: LeaseKey): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM persona_instances
    WHERE id = ${held.id} AND lease_token = ${held.lease_token} AND status = 'running' FOR UPDATE`;
  return rows.length > 0;
}

/** Returns which of these tasks are still held; `extend` renews their leases and adds up their working time. */
export async function renewTasks(sql: Sql, held: readonly LeaseKey[], extend: boolean): Promise<HeldLease[]> {
  const mine = sql`unnest(${held.map(({ id }) => id)}::text[], ${held.map((one) => one.lease_token)}::int[])
    AS mine (mine_id, token)`;
  if (!extend) {
    return sql<HeldLease[]>`
      SELECT id FROM persona_instances JOIN ${mine} ON id = mine_id AND lease_token = mine.token
      WHERE status = 'running'`;
  }
  return sql<HeldLease[]>`
    UPDATE persona_instances SET due_at = now() + ${lease}::interval,
      active_ms = active_ms + coalesce(extract(epoch FROM now() - active_since), 0) * 1000, active_since = now()
    FROM ${mine} WHERE id = mine_id AND lease_token = mine.token AND status = 'running' RETURNING id`;
}

/** Releases a held task: to be claimed immediately, or after a failure (which is counted) in that many milliseconds. */
export async function releaseTask(
  sql: Sql,
  held: LeaseKey,
  retryMs = 0,
  isFailure: boolean = retryMs > 0,
): Promise<void> {
  const due = retryMs === 0 ? firstDue(sql, 'persona_instances') : sql`now() + ${toInterval(retryMs)}::interval`;
  await sql`
    UPDATE persona_instances SET due_at = ${due},
      failures = failures + ${isFailure ? 1 : 0},
      active_ms = active_ms + coalesce(extract(epoch FROM now() - active_since), 0) * 1000, active_since = NULL
    WHERE id = ${held.id} AND lease_token = ${held.lease_token} AND status = 'running'`;
}

/** Suspends a held task until a person decides, or until it is resumed after it reached a cap. */
export async function suspendTask(
  sql: Sql,
  held: LeaseKey,
  wait: { status: 'awaiting_approval' } | { status: 'paused_budget'; reason: 'cost' | 'duration' },
): Promise<void> {
  const reason = wait.status === 'paused_budget' ? wait.reason : null;
  await sql`
    UPDATE persona_instances SET status = ${wait.status}, pause_reason = ${reason}, due_at = NULL, failures = 0,
      active_ms = active_ms + coalesce(extract(epoch FROM now() - active_since), 0) * 1000, active_since = NULL
    WHERE id = ${held.id} AND lease_token = ${held.lease_token}`;
}

/** Makes every held task due now; only called if no other process is alive. */
export async function releaseAllTasks(sql: Sql): Promise<void> {
  await sql`UPDATE persona_instances SET due_at = ${firstDue(sql, 'persona_instances')} WHERE status = 'running'`;
}

/** Called after progress: earlier failures no longer count. */
export async function forgetFailures(sql: Sql, held: LeaseKey): Promise<void> {
  await sql`
    UPDATE persona_instances SET failures = 0, broken_off = 0
    WHERE id = ${held.id} AND (failures > 0 OR broken_off > 0)`;
}
