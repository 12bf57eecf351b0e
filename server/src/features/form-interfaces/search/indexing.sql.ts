import type { Sql } from '../../../platform/database.ts';
import type { HeldLease, Lease, LeaseKey } from '../../../platform/leases/lease.ts';
import type { ClaimCapacity } from '../../../platform/leases/ports.ts';
import { renewHeld } from '../../../platform/leases/renew-held.sql.ts';
import { takeDue } from '../../../platform/leases/take-due.sql.ts';
import { leaseMs, toInterval } from '../../../platform/leases/timings.ts';

const lease = toInterval(leaseMs.submission);
const heldRows = {
  table: 'form_submissions',
  id: 'id',
  token: 'index_attempts',
  until: 'index_due_at',
  where: 'leased.index_held AND leased.index_due_at IS NOT NULL',
  lease,
};

/** The indexing of a submission by this process; the number of starts is the token of its lease. */
export interface Indexing extends Lease {
  readonly workspace_id: string;
  /** Number of failed attempts since the last progress. */
  readonly failures: number;
}

/** Claims submissions to be indexed. */
export async function claimUnindexed(sql: Sql, capacity: ClaimCapacity): Promise<Indexing[]> {
  const rows = {
    table: 'form_submissions',
    id: 'id',
    dueAt: 'leased.index_due_at',
    brokenOff: 'leased.index_broken_off',
  };
  return sql<Indexing[]>`
    ${takeDue(sql, rows, capacity)}
    UPDATE form_submissions SET index_attempts = index_attempts + 1, index_held = true,
      index_broken_off = index_broken_off + index_held::int, index_due_at = now() + ${lease}::interval
    WHERE id = ANY(ARRAY(SELECT id FROM taken))
    RETURNING id, workspace_id, index_attempts AS lease_token, index_broken_off AS broken_off, index_failures AS failures`;
}

/** Returns which of these submissions are still held for indexing; `extend` renews their leases. */
export async function renewIndexing(sql: Sql, leases: readonly LeaseKey[], extend: boolean): Promise<HeldLease[]> {
  return renewHeld(sql, heldRows, leases, extend);
}

/** Releases a submission, to be claimed again after `afterMs`. */
export async function releaseIndexing(sql: Sql, { id, lease_token: token }: LeaseKey, afterMs: number): Promise<void> {
  await sql`
    UPDATE form_submissions SET index_held = false, index_due_at = now() + ${toInterval(afterMs)}::interval
    WHERE id = ${id} AND index_attempts = ${token} AND index_held AND index_due_at IS NOT NULL`;
}

/** Makes every submission that is to be indexed due; only called if no other process is alive. */
export async function releaseAllIndexing(sql: Sql): Promise<void> {
  await sql`UPDATE form_submissions SET index_due_at = now() WHERE index_due_at IS NOT NULL`;
}

/**
 * Makes a submission due for which an older process has requested a job: it is kept for that job, for 30 s. `attempt` is
 * the number of its starts then.
 */
export async function releaseRequested(sql: Sql, id: string, attempt: number): Promise<void> {
  await sql`
    UPDATE form_submissions SET index_due_at = now()
    WHERE id = ${id} AND index_attempts = ${attempt} AND NOT index_held AND index_due_at > now()`;
}

/** Whether a submission has been read and its indexing has ended. */
export async function isSearchable(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM form_submissions
    WHERE id = ${id} AND index_due_at IS NULL AND status NOT IN ('submitted', 'processing')`;
  return rows.length > 0;
}

/** Records that more of a submission is searchable: neither a failure nor a death repeats itself. */
export async function recordProgress(sql: Sql, { id, lease_token: token }: LeaseKey): Promise<void> {
  await sql`
    UPDATE form_submissions SET index_broken_off = 0, index_failures = 0
    WHERE id = ${id} AND index_attempts = ${token} AND index_held AND index_broken_off + index_failures > 0`;
}

/** Releases a submission after a failed attempt, to be claimed again after `seconds`. */
export async function postponeIndexing(sql: Sql, { id, lease_token: token }: LeaseKey, seconds: number): Promise<void> {
  await sql`
    UPDATE form_submissions SET index_held = false, index_failures = index_failures + 1,
      index_due_at = now() + ${seconds}::int * interval '1 second'
    WHERE id = ${id} AND index_attempts = ${token} AND index_held`;
}

/** Ends the indexing permanently; does nothing if another worker holds the submission by now. */
export async function endIndexing(sql: Sql, { id, lease_token: token }: LeaseKey): Promise<void> {
  await sql`
    UPDATE form_submissions SET index_due_at = NULL, index_held = false
    WHERE id = ${id} AND index_attempts = ${token} AND index_held`;
}

/** False once a submission is deleted. */
export async function isKnown(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM form_submissions WHERE id = ${id}`;
  return rows.length > 0;
}
