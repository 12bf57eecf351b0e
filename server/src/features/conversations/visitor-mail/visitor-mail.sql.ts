import type { Attachment } from '@portico/shared-types';
import type { Sql, Transaction } from '../../../platform/database.ts';
import { createId } from '../../../platform/ids.ts';
import { toInterval } from '../../../platform/leases/timings.ts';

/** How long a visitor must be away before mails are sent, and how long messages are collected. */
export const awayMs = 60_000;

/** The visitor's last page, and when somebody last followed the thread there. */
export interface VisitorPlace {
  visitor: string;
  thread_id: string;
  interface_id: string;
  slug: string;
  title: string | null;
  locale: string | null;
  allowed_origins: string[];
  /** The chat's custom domains, without those that are not proven. */
  domains: string[];
  page_url: string | null;
  seen_at: string | null;
}

export async function findPlace(sql: Sql, workspaceId: string, threadId: string): Promise<VisitorPlace | undefined> {
  const [row] = await sql<VisitorPlace[]>`
    SELECT s.visitor, s.thread_id, i.id AS interface_id, i.slug, i.settings->'behaviour'->>'title' AS title,
      i.settings->>'locale' AS locale, i.settings->'allowed_origins' AS allowed_origins, s.page_url, w.seen_at,
      ARRAY(SELECT domain FROM chat_domains d WHERE d.interface_id = i.id AND d.verified_at IS NOT NULL) AS domains
    FROM chat_sessions s JOIN chat_interfaces i ON i.id = s.interface_id
    LEFT JOIN visitor_streams w ON w.thread_id = s.thread_id
    WHERE s.workspace_id = ${workspaceId} AND s.thread_id = ${threadId} ORDER BY s.created_at DESC LIMIT 1`;
  return row;
}

export interface UnseenMessage {
  id: string;
  content: string;
  attachments: Attachment[];
  author: string;
  created_at: string;
}

/**
 * People's messages that the visitor hasn't seen, since the last mail. What was written to a connection may never have
 * arrived, so a client reports what it has shown. One that reports nothing has seen what came while it was connected.
 */
export async function findUnseen(sql: Sql, workspaceId: string, threadId: string): Promise<UnseenMessage[]> {
  return sql<UnseenMessage[]>`
    SELECT messages.id, content, attachments, author->>'name' AS author, messages.created_at
    FROM messages JOIN conversations c ON c.thread_id = messages.thread_id
    LEFT JOIN visitor_streams w ON w.thread_id = messages.thread_id
    WHERE messages.workspace_id = ${workspaceId} AND messages.thread_id = ${threadId}
      AND author->>'type' = 'member'
      AND messages.created_at > coalesce(greatest(c.mailed_at,
        coalesce((SELECT max(seen_up_to) FROM chat_sessions WHERE thread_id = ${threadId}), w.seen_at)), '-infinity')
    ORDER BY place LIMIT 50`;
}

/** Schedules a mail with a person's message if the visitor is away; messages of the next minute are added to it. */
export async function scheduleVisitorMail(sql: Sql, workspaceId: string, conversationId: string): Promise<void> {
  await sql`
    INSERT INTO conversation_notices (id, workspace_id, conversation_id, kind, number, due_at)
    VALUES (${createId('ntc')}, ${workspaceId}, ${conversationId}, 'visitor', 0, now() + ${toInterval(awayMs)}::interval)
    ON CONFLICT (conversation_id) WHERE kind = 'visitor' DO NOTHING`;
}

/** Records that visitors follow these threads now; only for visitors who left an address. */
export async function markSeen(sql: Sql, threadIds: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO visitor_streams (thread_id, seen_at)
    SELECT DISTINCT s.thread_id, now() FROM chat_sessions s
    JOIN chat_visitors v ON v.id = s.visitor JOIN threads ON threads.id = s.thread_id
    WHERE s.thread_id = ANY(${[...threadIds]}) AND coalesce(v.contact_email, v.user_email) IS NOT NULL
    ON CONFLICT (thread_id) DO UPDATE SET seen_at = EXCLUDED.seen_at`;
}

/** A reserved mail, identified by its time; or the time of the oldest one that counts, if there were too many. */
export type ReservedMail = { readonly sentAt: string } | { readonly oldest: string };

/**
 * Reserves one of the `limit` mails that an address may get in an hour, in all conversations. Transactions for the same
 * address wait for each other.
 */
export async function reserveMail(tx: Transaction, address: string, limit: number): Promise<ReservedMail> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`visitor mail ${address}`}, 0))`;
  const [counted] = await tx<{ sent: number; oldest: string | null }[]>`
    SELECT count(*)::int AS sent, min(sent_at) AS oldest FROM visitor_mails
    WHERE address = ${address} AND sent_at > now() - interval '1 hour'`;
  if (counted !== undefined && counted.oldest !== null && counted.sent >= limit) return { oldest: counted.oldest };
  // Times are read with milliseconds.
  const [row] = await tx<{ sent_at: string }[]>`
    INSERT INTO visitor_mails (address, sent_at) VALUES (${address}, date_trunc('milliseconds', now()))
    RETURNING sent_at`;
  if (row === undefined) throw new Error('the mail was not reserved');
  return { sentAt: row.sent_at };
}

/** Deletes the reservation of a mail that was not sent. */
export async function releaseMail(sql: Sql, address: string, sentAt: string): Promise<void> {
  await sql`
    DELETE FROM visitor_mails WHERE ctid = (
      SELECT ctid FROM visitor_mails WHERE address = ${address} AND sent_at = ${sentAt} LIMIT 1)`;
}

export async function markMailed(tx: Transaction, workspaceId: string, id: string, at: string): Promise<void> {
  await tx`UPDATE conversations SET mailed_at = ${at} WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

/**
 * Stores a link that is mailed to `address`; false if this is no longer the visitor's address. A login of the visitor
 * waits for this transaction and then ends the link, or its addresses are read here.
 */
export async function insertResumeLink(
  sql: Sql,
  workspaceId: string,
  link: Pick<VisitorPlace, 'visitor' | 'thread_id' | 'interface_id'> & {
    address: string;
    tokenHash: Buffer;
    expiresAt: string;
  },
): Promise<boolean> {
  const rows = await sql`
    INSERT INTO resume_links (token_hash, workspace_id, interface_id, visitor, thread_id, expires_at)
    SELECT ${link.tokenHash}::bytea, ${workspaceId}::text, ${link.interface_id}::text, id, ${link.thread_id}::text,
      ${link.expiresAt}::timestamptz
    FROM chat_visitors WHERE id = ${link.visitor} AND coalesce(contact_email, user_email) = ${link.address} FOR SHARE
    RETURNING 1`;
  return rows.length > 0;
}

/** Whose link it is; undefined if it is unknown, used or expired. */
export async function findVisitorOfLink(sql: Sql, interfaceId: string, tokenHash: Buffer): Promise<string | undefined> {
  const [row] = await sql<{ visitor: string }[]>`
    SELECT visitor FROM resume_links
    WHERE interface_id = ${interfaceId} AND token_hash = ${tokenHash} AND used_at IS NULL AND expires_at > now()`;
  return row?.visitor;
}

/** Uses up a link; undefined if it is unknown, used or expired. */
export async function useResumeLink(
  tx: Transaction,
  interfaceId: string,
  tokenHash: Buffer,
): Promise<{ visitor: string; thread_id: string } | undefined> {
  const [row] = await tx<{ visitor: string; thread_id: string }[]>`
    UPDATE resume_links SET used_at = now()
    WHERE interface_id = ${interfaceId} AND token_hash = ${tokenHash} AND used_at IS NULL AND expires_at > now()
    RETURNING visitor, thread_id`;
  return row;
}

/** Ends the links of a visitor that nobody has used. */
export async function endResumeLinks(tx: Transaction, visitor: string): Promise<void> {
  await tx`UPDATE resume_links SET used_at = now() WHERE visitor = ${visitor} AND used_at IS NULL`;
}

/** Deletes expired links and mails. */
export async function deleteOldMails(sql: Sql): Promise<void> {
  await sql`DELETE FROM resume_links WHERE expires_at < now()`;
  await sql`DELETE FROM visitor_mails WHERE sent_at < now() - interval '1 day'`;
}
