import type { Sql } from '../../../platform/database.ts';
import type { HeldLease, Lease, LeaseKey } from '../../../platform/leases/lease.ts';
import type { ClaimCapacity, Pause } from '../../../platform/leases/ports.ts';
import { renewHeld } from '../../../platform/leases/renew-held.sql.ts';
import { takeDue } from '../../../platform/leases/take-due.sql.ts';
import { leaseMs, toInterval } from '../../../platform/leases/timings.ts';
import { columns, type SubmissionRow } from './submissions.sql.ts';

const lease = toInterval(leaseMs.submission);
const heldRows = { table: 'form_submissions', id: 'id', until: 'due_at', where: 'leased.held', lease };

/** A submission held by a process, which reads it or follows its run. */
export type ClaimedSubmission = SubmissionRow & Lease;

/** Claims submissions to be read; `is_first` is set if no process has read any of it yet. */
export async function claimUnread(
  sql: Sql,
  capacity: ClaimCapacity,
): Promise<(ClaimedSubmission & { is_first: boolean })[]> {
  const kind = `leased.status IN ('submitted', 'processing')`;
  return sql<(ClaimedSubmission & { is_first: boolean })[]>`
    ${takeDue(sql, { table: 'form_submissions', id: 'id', dueAt: 'leased.due_at', kind }, capacity)}
    UPDATE form_submissions SET status = 'processing', attempts = attempts + 1, held = true,
      lease_token = lease_token + 1, broken_off = broken_off + held::int, due_at = now() + ${lease}::interval
    WHERE id = ANY(ARRAY(SELECT id FROM taken))
    RETURNING ${columns(sql)}, lease_token, broken_off, attempts = 1 AS is_first`;
}

/** Claims submissions whose runs have no follower. */
export async function claimUnfollowed(sql: Sql, capacity: ClaimCapacity): Promise<ClaimedSubmission[]> {
  const kind = `leased.status = 'running'`;
  return sql<ClaimedSubmission[]>`
    ${takeDue(sql, { table: 'form_submissions', id: 'id', dueAt: 'leased.due_at', kind }, capacity)}
    UPDATE form_submissions SET held = true, lease_token = lease_token + 1, broken_off = broken_off + held::int,
      due_at = now() + ${lease}::interval
    WHERE id = ANY(ARRAY(SELECT id FROM taken))
    RETURNING ${columns(sql)}, lease_token, broken_off`;
}

/** Returns which of these submissions are still held; `extend` renews their leases. */
export async function renewSubmissions(sql: Sql, leases: readonly LeaseKey[], extend: boolean): Promise<HeldLease[]> {
  return renewHeld(sql, heldRows, leases, extend);
}

/** Releases a submission, to be claimed again after a pause; without a fault, as if it had not been claimed. */
export async function releaseSubmission(
  sql: Sql,
  { id, lease_token }: LeaseKey,
  { afterMs, isFault }: Pause,
): Promise<void> {
  await sql`
    UPDATE form_submissions SET held = false, due_at = now() + ${toInterval(afterMs)}::interval,
      attempts = greatest(0, attempts - ${isFault ? 0 : 1}::int)
    WHERE id = ${id} AND lease_token = ${lease_token} AND held`;
}

/** Makes everything held due; only called if no other process is alive. */
export async function releaseAllSubmissions(sql: Sql): Promise<void> {
  await sql`UPDATE form_submissions SET due_at = now() WHERE held`;
}
