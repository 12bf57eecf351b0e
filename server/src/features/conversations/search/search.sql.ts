import type { Sql } from '../../../platform/database.ts';
import { containing } from '../../../platform/select-page.ts';

/** A text of a conversation: a message by its id, or the visitor's data. */
export interface SearchedText {
  readonly key: string;
  readonly text: string;
}

/** Stores the words of a conversation's texts, each with the key of its text. */
export async function insertWords(
  sql: Sql,
  conversationId: string,
  rows: readonly { readonly key: string; readonly word: string }[],
): Promise<void> {
  await sql`
    INSERT INTO conversation_words AS known (conversation_id, key, words)
    SELECT ${conversationId}, key, array_to_tsvector(array_agg(word))
    FROM unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ word }) => word)}::text[]) AS new (key, word)
    GROUP BY key
    ON CONFLICT (conversation_id, key) DO UPDATE SET words = EXCLUDED.words WHERE known.words <> EXCLUDED.words`;
}

/** The searchable data of a visitor. */
export function visitorText({ name, email }: { name: string | null; email: string | null }): SearchedText {
  return { key: 'visitor', text: `${name ?? ''} ${email ?? ''}` };
}

/** A text to search for; `query` finds its words, and is undefined if it has none. */
export interface Search {
  readonly text: string;
  readonly query: string | undefined;
}

/** A condition on conversations: one of their messages, or their visitor, matches the words of a text. */
export function matchingText(sql: Sql, workspaceId: string, { text, query }: Search) {
  if (query === undefined) return sql`AND false`;
  const pattern = containing(text);
  // Rows of an older version are scanned until their words are stored.
  // One list of ids: with OR, every conversation of the workspace would be looked at.
  return sql`AND id IN (
    SELECT conversation_id FROM conversation_words WHERE words @@ ${query}::tsquery
    UNION ALL
    SELECT older.id FROM conversations older
    WHERE older.workspace_id = ${workspaceId} AND NOT older.is_indexed AND EXISTS (
      SELECT 1 FROM messages WHERE messages.workspace_id = ${workspaceId}
        AND messages.thread_id = older.thread_id AND content ILIKE ${pattern}))`;
}

/** Conversations whose older messages are not indexed yet, a few at a time. */
export async function findUnindexed(sql: Sql): Promise<{ id: string; workspace_id: string; thread_id: string }[]> {
  return sql<{ id: string; workspace_id: string; thread_id: string }[]>`
    SELECT id, workspace_id, thread_id FROM conversations WHERE NOT is_indexed ORDER BY id LIMIT 50`;
}

export async function findTexts(
  sql: Sql,
  { workspace_id: workspaceId, thread_id: threadId }: { workspace_id: string; thread_id: string },
): Promise<SearchedText[]> {
  return sql<SearchedText[]>`
    SELECT id AS key, content AS text FROM messages
    WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId} AND role <> 'system'
    UNION ALL
    SELECT DISTINCT ON (key) 'visitor' AS key, concat_ws(' ', user_name, coalesce(contact_email, user_email)) AS text
    FROM chat_visitors JOIN chat_sessions ON chat_sessions.visitor = chat_visitors.id
    WHERE chat_sessions.thread_id = ${threadId}`;
}

export async function markIndexed(sql: Sql, id: string): Promise<void> {
  await sql`UPDATE conversations SET is_indexed = true WHERE id = ${id}`;
}
