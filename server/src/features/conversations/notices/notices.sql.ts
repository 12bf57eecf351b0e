import type { Sql } from '../../../platform/database.ts';
import { createId } from '../../../platform/ids.ts';
import type { LeaseKey } from '../../../platform/leases/lease.ts';
import { toInterval } from '../../../platform/leases/timings.ts';
import type { ClaimedNotice } from './notices.claims.sql.ts';

/**
 * Schedules notices to the team about a visitor who starts to wait: one now, and another if nobody has come by then.
 */
export async function scheduleNotices(sql: Sql, workspaceId: string, conversationId: string): Promise<void> {
  // Without any delay the second notice would equal the first.
  await sql`
    INSERT INTO conversation_notices (id, workspace_id, conversation_id, kind, number, due_at)
    SELECT new.id, ${workspaceId}, ${conversationId}, 'waiting', new.number,
      now() + new.times * notify_after_seconds * interval '1 second'
    FROM workspaces, (VALUES (${createId('ntc')}, 1, 1), (${createId('ntc')}, 2, 3)) AS new (id, number, times)
    WHERE workspaces.id = ${workspaceId} AND (new.number = 1 OR notify_after_seconds > 0)`;
}

/** Cancels the notices. */
export async function dropNotices(sql: Sql, conversationId: string): Promise<void> {
  await sql`DELETE FROM conversation_notices WHERE conversation_id = ${conversationId} AND kind <> 'visitor'`;
}

/** Somebody has read the message, so the first notice need not be sent. */
export async function dropFirstNotice(sql: Sql, conversationId: string): Promise<void> {
  await sql`DELETE FROM conversation_notices WHERE conversation_id = ${conversationId} AND number = 1`;
}

/** A notice to send, to one address or to the webhook. */
export interface NewNotice {
  readonly kind: 'mail' | 'webhook';
  readonly recipient: string;
}

/** Adds notices that say the same as another. */
export async function insertNotices(
  sql: Sql,
  {
    workspace_id: workspaceId,
    conversation_id: conversationId,
    number,
    subject,
    text,
  }: Pick<ClaimedNotice, 'workspace_id' | 'conversation_id' | 'number' | 'subject' | 'text'>,
  notices: readonly NewNotice[],
): Promise<void> {
  if (notices.length === 0) return;
  await sql`
    INSERT INTO conversation_notices (id, workspace_id, conversation_id, number, subject, text, kind, recipient, due_at)
    SELECT new.id, ${workspaceId}, ${conversationId}, ${number}, ${subject}, ${text}, new.kind, new.recipient, now()
    FROM unnest(${notices.map(() => createId('ntc'))}::text[], ${notices.map(({ kind }) => kind)}::text[],
      ${notices.map(({ recipient }) => recipient)}::text[]) AS new (id, kind, recipient)`;
}

/** Ends a notice; false if this process no longer holds it. */
export async function endNotice(sql: Sql, { id, lease_token: token }: LeaseKey): Promise<boolean> {
  const rows = await sql`DELETE FROM conversation_notices WHERE id = ${id} AND lease_token = ${token} RETURNING 1`;
  return rows.length > 0;
}

/** Postpones a held notice, and counts the attempt if one was made. */
export async function postponeNotice(
  sql: Sql,
  { id, lease_token: token }: LeaseKey,
  { ms, isAttempt }: { ms: number; isAttempt: boolean },
): Promise<void> {
  await sql`
    UPDATE conversation_notices SET due_at = now() + ${toInterval(ms)}::interval, lease_until = NULL, broken_off = 0,
      attempts = attempts + ${isAttempt ? 1 : 0}
    WHERE id = ${id} AND lease_token = ${token}`;
}

/** The number of a workspace's e-mails that the mail server has not accepted yet. */
export async function countRetriedMails(sql: Sql, workspaceId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM conversation_notices
    WHERE workspace_id = ${workspaceId} AND kind IN ('mail', 'visitor') AND attempts > 0`;
  return row?.count ?? 0;
}

/** The receivers of a workspace's notices. */
export interface NoticeTargets {
  emails: string[];
  webhook: string | null;
}

/** The addresses that the workspace has configured, else its owners'. */
export async function findTargets(sql: Sql, workspaceId: string): Promise<NoticeTargets> {
  const [row] = await sql<NoticeTargets[]>`
    SELECT notice_webhook_url AS webhook, coalesce(nullif(notice_emails, '{}'), ARRAY(
      SELECT users.email FROM members JOIN users ON users.id = members.user_id
      WHERE members.workspace_id = workspaces.id AND members.role = 'owner' ORDER BY users.email)) AS emails
    FROM workspaces WHERE id = ${workspaceId}`;
  return row ?? { emails: [], webhook: null };
}

const maxWords = 200;

/** The beginning of what the visitor wrote last, which the agent may have answered already. */
export async function findLastWords(sql: Sql, workspaceId: string, threadId: string): Promise<string | undefined> {
  const [row] = await sql<{ content: string }[]>`
    SELECT left(content, ${maxWords}) AS content FROM messages
    WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId} AND role = 'user'
    ORDER BY place DESC LIMIT 1`;
  return row?.content;
}
