import type { Sql } from '../../../platform/database.ts';
import type { SessionRow } from './sessions.sql.ts';

/** A visitor by the id of its row, in previews or outside of them: what is tried in a preview is kept apart. */
type Owner = Pick<SessionRow, 'visitor' | 'preview'>;

/** The visitor's conversations with at least one message, most recent message first. */
export async function listConversationsOfVisitor(
  sql: Sql,
  { visitor, preview }: Owner,
): Promise<{ thread_id: string; title: string; created_at: string; last_message_at: string }[]> {
  return sql<{ thread_id: string; title: string; created_at: string; last_message_at: string }[]>`
    SELECT t.id AS thread_id, left(first.content, 120) AS title, t.created_at, newest.created_at AS last_message_at
    FROM threads t
    CROSS JOIN LATERAL (SELECT content FROM messages WHERE workspace_id = t.workspace_id AND thread_id = t.id
      AND role = 'user' ORDER BY place LIMIT 1) AS first
    CROSS JOIN LATERAL (SELECT created_at FROM messages WHERE workspace_id = t.workspace_id AND thread_id = t.id
      AND role <> 'system' ORDER BY place DESC LIMIT 1) AS newest
    WHERE t.id IN (SELECT thread_id FROM chat_sessions WHERE visitor = ${visitor} AND preview = ${preview})
    ORDER BY newest.created_at DESC, t.id DESC LIMIT 50`;
}

/** Whether a thread exists and belongs to the visitor. */
export async function isThreadOfVisitor(
  sql: Sql,
  { visitor, preview, threadId }: Owner & { readonly threadId: string },
): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM threads t JOIN chat_sessions s ON s.thread_id = t.id
      WHERE t.id = ${threadId} AND s.visitor = ${visitor} AND s.preview = ${preview}) AS found`;
  return row?.found === true;
}

/** The threads of the visitor's last 200 sessions, newest thread first; also deleted ones. */
export async function listRecentThreadsOfVisitor(sql: Sql, { visitor, preview }: Owner): Promise<string[]> {
  const rows = await sql<{ thread_id: string }[]>`
    SELECT DISTINCT thread_id FROM (
      SELECT thread_id FROM chat_sessions WHERE visitor = ${visitor} AND preview = ${preview}
      ORDER BY created_at DESC LIMIT 200
    ) recent ORDER BY thread_id DESC`;
  return rows.map(({ thread_id: id }) => id);
}

/** All threads that the visitor's sessions have led to, also deleted ones and those of previews. */
export async function listThreadsOfVisitor(sql: Sql, visitor: string): Promise<string[]> {
  const rows = await sql<{ thread_id: string }[]>`
    SELECT DISTINCT thread_id FROM chat_sessions WHERE visitor = ${visitor} ORDER BY thread_id DESC`;
  return rows.map(({ thread_id: id }) => id);
}
