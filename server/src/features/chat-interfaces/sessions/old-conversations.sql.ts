import type { Sql, Transaction } from '../../../platform/database.ts';

/** At most `limit` threads, without those in `except`. */
type FindThreads = (
  sql: Sql,
  workspaceId: string,
  before: string,
  limit: number,
  except: readonly string[],
) => Promise<{ id: string }[]>;

/** Threads of conversations without activity since that time, which no person and no agent has to answer. */
export const findOldConversations: FindThreads = async (sql, workspaceId, before, limit, except) =>
  sql<{ id: string }[]>`
    SELECT old.thread_id AS id FROM unnest(ARRAY['bot', 'closed']) AS state, LATERAL (
      SELECT thread_id FROM conversations
      WHERE workspace_id = ${workspaceId} AND status = state AND updated_at < ${before}
        AND thread_id <> ALL(${[...except]}::text[])
        AND NOT EXISTS (SELECT FROM replies WHERE replies.thread_id = conversations.thread_id)
      ORDER BY updated_at LIMIT ${limit}
    ) AS old LIMIT ${limit}`;

/**
 * Threads of visits without a conversation, all before that time. Sessions of conversations that are kept are read and
 * passed over, so old conversations are deleted first.
 */
export const findOldVisits: FindThreads = async (sql, workspaceId, before, limit, except) => {
  // Subqueries that the planner doesn't turn into joins, which would read whole tables.
  const oldest = sql`created_at < ${before} AND last_seen_at < ${before} AND thread_id <> ALL(${[...except]}::text[])
    AND (SELECT id FROM conversations WHERE thread_id = visit.thread_id) IS NULL
    AND (SELECT message_id FROM replies WHERE thread_id = visit.thread_id LIMIT 1) IS NULL
    AND (SELECT id FROM chat_sessions WHERE thread_id = visit.thread_id AND last_seen_at >= ${before} LIMIT 1) IS NULL
    ORDER BY created_at LIMIT ${limit}`;
  return sql<{ id: string }[]>`
    SELECT DISTINCT thread_id AS id FROM (
      SELECT old.thread_id FROM chat_interfaces, LATERAL (
        SELECT thread_id FROM chat_sessions AS visit WHERE interface_id = chat_interfaces.id AND ${oldest}
      ) AS old WHERE chat_interfaces.workspace_id = ${workspaceId}
      UNION ALL (
        SELECT thread_id FROM chat_sessions AS visit
        WHERE workspace_id = ${workspaceId} AND interface_id IS NULL AND ${oldest})
    ) AS found LIMIT ${limit}`;
};

/**
 * Locks a thread with its conversation until the transaction ends. False if another process is using it, or if it is not
 * old any more.
 */
export async function lockOldThread(tx: Transaction, threadId: string, before: string): Promise<boolean> {
  const threads = await tx`SELECT 1 FROM threads WHERE id = ${threadId} FOR UPDATE SKIP LOCKED`;
  const known = await tx`SELECT 1 FROM threads WHERE id = ${threadId}`;
  // Nothing else is locked then: of two sweeps, each could lock one row and leave the thread to the other.
  if (threads.length !== known.length) return false;
  const conversations = await tx`SELECT 1 FROM conversations WHERE thread_id = ${threadId} FOR UPDATE SKIP LOCKED`;
  const [row] = await tx<{ conversations: number; is_old: boolean }[]>`
    SELECT count(*)::int AS conversations,
      coalesce(bool_and(status IN ('bot', 'closed') AND updated_at < ${before}), NOT EXISTS (
        SELECT FROM chat_sessions WHERE thread_id = ${threadId} AND last_seen_at >= ${before}))
        AND NOT EXISTS (SELECT FROM replies WHERE thread_id = ${threadId}) AS is_old
    FROM conversations WHERE thread_id = ${threadId}`;
  return row?.conversations === conversations.length && row.is_old;
}

/** Deletes the sessions of a thread, and their visitors if they have no other session. */
export async function deleteSessionsOf(tx: Transaction, threadId: string): Promise<void> {
  const sessions = await tx<{ visitor: string }[]>`
    DELETE FROM chat_sessions WHERE id = ANY(ARRAY(
      SELECT id FROM chat_sessions WHERE thread_id = ${threadId} ORDER BY id FOR UPDATE))
    RETURNING visitor`;
  // Locked first, because a visitor may be starting another session.
  const visitors = await tx<{ id: string }[]>`
    SELECT id FROM chat_visitors WHERE id = ANY(${sessions.map(({ visitor }) => visitor)}) FOR UPDATE SKIP LOCKED`;
  await tx`
    DELETE FROM chat_visitors WHERE id = ANY(${visitors.map(({ id }) => id)})
      AND NOT EXISTS (SELECT FROM chat_sessions WHERE visitor = chat_visitors.id)`;
}
