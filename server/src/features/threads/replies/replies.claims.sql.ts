import type { VisitorContext } from '../../../platform/visitor-context.ts';
import type { Sql } from '../../../platform/database.ts';
import type { HeldLease, LeaseKey } from '../../../platform/leases/lease.ts';
import type { ClaimCapacity } from '../../../platform/leases/ports.ts';
import { renewHeld } from '../../../platform/leases/renew-held.sql.ts';
import { takeDue } from '../../../platform/leases/take-due.sql.ts';
import { leaseMs, toInterval } from '../../../platform/leases/timings.ts';
import type { ReplyStep } from './reply-step.ts';

/** Time after which another process may claim a reply whose process is silent. */
export const replyLease = toInterval(leaseMs.reply);
const heldRows = { table: 'replies', id: 'message_id', until: 'lease_until', lease: replyLease };

/** A reply held by a process; `id` is its message's, and the token fences its writes. */
export interface ClaimedReply {
  id: string;
  workspaceId: string;
  threadId: string;
  agentId: string;
  userMessageId: string;
  lease_token: number;
  broken_off: number;
  steps: ReplyStep[];
  /** The visitor who asked for it; null for other callers. */
  visitor: VisitorContext | null;
}

/**
 * Only the oldest reply of a thread, because they are written one after the other, and only while no person answers
 * there.
 */
const isNext = `NOT EXISTS (SELECT 1 FROM replies AS earlier
    WHERE earlier.thread_id = leased.thread_id AND earlier.place < leased.place)
  AND NOT EXISTS (SELECT 1 FROM threads WHERE threads.id = leased.thread_id AND threads.answered_by = 'person')`;

/** Claims replies that are next in their threads. */
export async function claimReplies(sql: Sql, capacity: ClaimCapacity): Promise<ClaimedReply[]> {
  const dueAt = 'coalesce(leased.lease_until, leased.created_at)';
  return sql<ClaimedReply[]>`
    ${takeDue(sql, { table: 'replies', id: 'message_id', dueAt, where: isNext }, capacity)}
    UPDATE replies SET lease_token = lease_token + 1, broken_off = broken_off + (lease_until IS NOT NULL)::int,
      lease_until = now() + ${replyLease}::interval
    FROM messages, threads
    WHERE replies.message_id = ANY(ARRAY(SELECT id FROM taken))
      AND messages.id = replies.message_id AND threads.id = replies.thread_id
    RETURNING replies.message_id AS id, replies.workspace_id AS "workspaceId", replies.thread_id AS "threadId",
      agent_id AS "agentId", reply_to AS "userMessageId", lease_token, broken_off, replies.steps,
      replies.visitor`;
}

/** Returns which of these replies are still held; `extend` renews their leases. */
export async function renewReplies(sql: Sql, held: readonly LeaseKey[], extend: boolean): Promise<HeldLease[]> {
  return renewHeld(sql, heldRows, held, extend);
}

/** Releases a held reply, to be claimed again after `afterMs`. */
export async function releaseReply(sql: Sql, { id, lease_token }: LeaseKey, afterMs: number): Promise<void> {
  // The next claim will count the released lease as that of a dead process, so one is subtracted here.
  await sql`
    UPDATE replies SET lease_until = CASE WHEN ${afterMs} > 0 THEN now() + ${toInterval(afterMs)}::interval END,
      broken_off = broken_off - CASE WHEN ${afterMs} > 0 THEN 1 ELSE 0 END
    WHERE message_id = ${id} AND lease_token = ${lease_token}`;
}

/** Makes every held reply due; only called by a process that is alone with the database. */
export async function releaseAllReplies(sql: Sql): Promise<void> {
  await sql`UPDATE replies SET lease_until = now() WHERE lease_until IS NOT NULL`;
}
