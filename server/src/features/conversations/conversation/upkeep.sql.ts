import type { Conversation, LastMessage } from '@portico/shared-types';
import { type Fragment, json, type Sql, type Transaction } from '../../../platform/database.ts';
import { indexedVersion } from '../search/search.sql.ts';
import { shownOf } from './conversations.sql.ts';

/** The effect of a visitor's message on its conversation. */
export interface PostedTo {
  readonly conversation: Conversation;
  readonly isNew: boolean;
  readonly wasClosed: boolean;
}

/**
 * Updates a conversation's row with a visitor's message: creates it with the first one, and reopens a closed one.
 * Without a message (a visitor who asks for a person first) it only creates it. Undefined for a thread without a
 * session, and for a preview, whose visitor is the owner.
 */
export async function upsertConversation(
  tx: Transaction,
  workspaceId: string,
  threadId: string,
  last: LastMessage | null,
): Promise<PostedTo | undefined> {
  const { columns, around } = shownOf(tx);
  const count = last === null ? 0 : 1;
  const [row] = await tx<(Conversation & { was: string | null })[]>`
    WITH before AS (
      SELECT status FROM conversations WHERE thread_id = ${threadId} FOR NO KEY UPDATE
    ), c AS (
      INSERT INTO conversations (id, thread_id, workspace_id, agent_id, interface_id, interface_name, interface_slug,
        visitor_id, last_message, unread_count, first_page_url, is_indexed, indexed_version)
      SELECT 'cnv_' || substr(threads.id, 5), threads.id, threads.workspace_id, threads.agent_id, i.id, i.name, i.slug,
        v.visitor_id, ${last === null ? null : json(last)}::json, ${count}::int, s.page_url, true,
        ${indexedVersion(tx)}
      FROM threads
      JOIN LATERAL (
        SELECT interface_id, visitor, page_url, preview FROM chat_sessions
        WHERE chat_sessions.thread_id = threads.id ORDER BY created_at DESC LIMIT 1
      ) s ON NOT s.preview
      JOIN chat_interfaces i ON i.id = s.interface_id JOIN chat_visitors v ON v.id = s.visitor
      -- Read here, as it finds no row any more once this statement has changed it.
      LEFT JOIN before ON true
      WHERE threads.workspace_id = ${workspaceId} AND threads.id = ${threadId}
      ON CONFLICT (id) DO UPDATE SET last_message = coalesce(EXCLUDED.last_message, conversations.last_message),
        unread_count = conversations.unread_count + EXCLUDED.unread_count,
        updated_at = CASE WHEN ${count} > 0 THEN now() ELSE conversations.updated_at END,
        status = CASE WHEN conversations.status = 'closed' AND ${count} > 0 THEN 'bot' ELSE conversations.status END,
        closed_at = CASE WHEN ${count} > 0 THEN NULL ELSE conversations.closed_at END
      RETURNING *
    ) SELECT ${columns}, (SELECT status FROM before) AS was FROM c ${around}`;
  if (row === undefined) return undefined;
  const { was, ...conversation } = row;
  return { conversation, isNew: was === null, wasClosed: was === 'closed' && conversation.status !== 'closed' };
}

/** Makes the agent answer again in the conversation of a thread; undefined if it isn't closed, or there is none. */
export async function reopenClosed(
  tx: Transaction,
  workspaceId: string,
  threadId: string,
): Promise<Conversation | undefined> {
  return changeOfThread(tx, workspaceId, threadId, {
    set: tx`status = 'bot', closed_at = NULL`,
    where: tx`AND status = 'closed'`,
  });
}

/**
 * Updates a conversation's row with a message that isn't a visitor's. Undefined for a thread without a conversation.
 */
export async function noteMessage(
  tx: Transaction,
  workspaceId: string,
  threadId: string,
  { last, credits }: { last: LastMessage | null; credits: number },
): Promise<Conversation | undefined> {
  return changeOfThread(tx, workspaceId, threadId, {
    set: tx`last_message = coalesce(${last === null ? null : json(last)}::json, last_message),
      cost_credits = round((cost_credits + ${credits})::numeric, 9)::float8,
      unread_count = CASE WHEN ${last?.author_type === 'member'}::boolean THEN 0 ELSE unread_count END,
      unanswered_count = (
        SELECT count(*)::int FROM messages WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId}
          AND outcome = 'unanswered' AND replaced_by IS NULL)`,
  });
}

/** Stores the newest feedback in a conversation. Undefined for a thread without a conversation. */
export async function noteRating(
  tx: Transaction,
  workspaceId: string,
  threadId: string,
): Promise<Conversation | undefined> {
  return changeOfThread(tx, workspaceId, threadId, {
    set: tx`rating = (
      SELECT feedback->>'rating' FROM messages
      WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId} AND feedback->>'rating' IS NOT NULL
      ORDER BY place DESC LIMIT 1)`,
  });
}

/** Changes the conversation of a thread; undefined if there is none, or `where` doesn't hold. */
async function changeOfThread(
  tx: Transaction,
  workspaceId: string,
  threadId: string,
  { set, where = tx`` }: { set: Fragment; where?: Fragment },
): Promise<Conversation | undefined> {
  const { columns, around } = shownOf(tx);
  const [row] = await tx<Conversation[]>`
    WITH c AS (
      UPDATE conversations SET ${set}, updated_at = now()
      WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId} ${where} RETURNING *
    ) SELECT ${columns} FROM c ${around}`;
  return row;
}

/**
 * Creates the conversations of threads in which visitors wrote during the last minutes through a process of an older
 * version that ran at the same time.
 */
export async function fillConversations(sql: Sql): Promise<void> {
  await sql`SELECT fill_conversations(now() - interval '10 minutes')`;
}
