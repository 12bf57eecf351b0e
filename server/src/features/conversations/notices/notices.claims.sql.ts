import type { Sql } from '../../../platform/database.ts';
import type { HeldLease, Lease, LeaseKey } from '../../../platform/leases/lease.ts';
import type { ClaimCapacity } from '../../../platform/leases/ports.ts';
import { renewHeld } from '../../../platform/leases/renew-held.sql.ts';
import { takeDue } from '../../../platform/leases/take-due.sql.ts';
import { leaseMs, toInterval } from '../../../platform/leases/timings.ts';

const lease = toInterval(leaseMs.delivery);
const heldRows = { table: 'conversation_notices', id: 'id', until: 'lease_until', lease };

interface Claimed extends Lease {
  workspace_id: string;
  number: number;
  recipient: string | null;
  attempts: number;
}

/** A notice about a conversation, held by this process. */
export interface ClaimedConversationNotice extends Claimed {
  kind: 'waiting' | 'mail' | 'webhook' | 'visitor';
  conversation_id: string;
  subject: null;
  text: null;
}

/** A notice with a text of its own, held by this process. */
export interface ClaimedTeamNotice extends Claimed {
  kind: 'team' | 'mail' | 'webhook';
  conversation_id: null;
  subject: string;
  text: string;
}

export type ClaimedNotice = ClaimedConversationNotice | ClaimedTeamNotice;

/** Notices by how they are sent, each the condition of an index. */
const sentBy = { mail: `leased.kind IN ('mail', 'visitor')`, other: `leased.kind IN ('waiting', 'team', 'webhook')` };

/** Claims the notices that are mails, or the others. */
export async function claimNotices(
  sql: Sql,
  way: keyof typeof sentBy,
  capacity: ClaimCapacity,
): Promise<ClaimedNotice[]> {
  const due = { dueAt: 'coalesce(leased.lease_until, leased.due_at)', kind: sentBy[way] };
  return sql<ClaimedNotice[]>`
    ${takeDue(sql, { table: 'conversation_notices', id: 'id', ...due }, capacity)}
    UPDATE conversation_notices SET lease_token = lease_token + 1, broken_off = broken_off + (lease_until IS NOT NULL)::int,
      lease_until = now() + ${lease}::interval
    WHERE id = ANY(ARRAY(SELECT id FROM taken))
    RETURNING id, workspace_id, conversation_id, kind, number, recipient, subject, text, attempts, lease_token,
      broken_off`;
}

export async function renewNotices(sql: Sql, held: readonly LeaseKey[], extend: boolean): Promise<HeldLease[]> {
  return renewHeld(sql, heldRows, held, extend);
}

/** Releases a notice, to be claimed again after `afterMs`. */
export async function releaseNotice(sql: Sql, { id, lease_token: token }: LeaseKey, afterMs: number): Promise<void> {
  await sql`
    UPDATE conversation_notices SET lease_until = NULL, due_at = now() + ${toInterval(afterMs)}::interval
    WHERE id = ${id} AND lease_token = ${token}`;
}

/** Makes every held notice due; only called by a process that is alone with the database. */
export async function releaseAllNotices(sql: Sql): Promise<void> {
  await sql`UPDATE conversation_notices SET lease_until = now() WHERE lease_until IS NOT NULL`;
}
