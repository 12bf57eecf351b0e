import type { Fragment, Sql, Transaction } from '../../../platform/database.ts';
import type { Search } from '../../../platform/search-words.ts';
import { containing } from '../../../platform/select-page.ts';

/** A text of a conversation: a message or a note by its id, the subject, or the visitor's data. */
export interface SearchedText {
  readonly key: string;
  readonly text: string;
}

/**
 * The version of the words that are stored for a conversation (migrations/0927_indexed_subjects.sql). As a part of the
 * SQL, because a query with a parameter in its place can't use the index of unindexed conversations.
 */
export const indexedVersion = (sql: Sql): Fragment => sql`1`;

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

/** The searchable subject of a conversation. One without a subject is no longer found by an earlier one. */
export function subjectText(subject: string | null): SearchedText {
  return { key: 'subject', text: subject ?? '' };
}

/** The name and the address of a visitor, as a conversation shows them. */
export async function findVisitor(
  sql: Sql,
  workspaceId: string,
  visitor: string,
): Promise<{ name: string | null; email: string | null } | undefined> {
  const [row] = await sql<{ name: string | null; email: string | null }[]>`
    SELECT user_name AS name, coalesce(contact_email, user_email) AS email FROM chat_visitors
    WHERE workspace_id = ${workspaceId} AND id = ${visitor}`;
  return row;
}

/**
 * The searchable data of a thread's visitor, an empty list if there is none. The visitor's row is locked until the
 * transaction ends: one that changes the data stores its words after this one, or has committed what is read here.
 */
export async function lockVisitorText(tx: Transaction, threadId: string): Promise<SearchedText[]> {
  const rows = await tx<{ name: string | null; email: string | null }[]>`
    SELECT user_name AS name, coalesce(contact_email, user_email) AS email FROM chat_visitors
    WHERE id = (SELECT visitor FROM chat_sessions WHERE thread_id = ${threadId} ORDER BY created_at DESC LIMIT 1)
    FOR SHARE`;
  return rows.map(visitorText);
}

/**
 * Stores the words of a visitor in the visitor's conversations, at most the last 1,000, which is also what a search
 * finds. Rows that have these words are not locked, and conversations that are being deleted are skipped.
 */
export async function insertVisitorWords(
  sql: Sql,
  visitor: string,
  { key, words }: { readonly key: string; readonly words: readonly string[] },
): Promise<void> {
  await sql`
    WITH new AS (SELECT array_to_tsvector(${[...words]}::text[]) AS words)
    INSERT INTO conversation_words (conversation_id, key, words)
    SELECT c.id, ${key}, new.words FROM conversations c, new
    WHERE c.thread_id IN (SELECT thread_id FROM chat_sessions WHERE visitor = ${visitor}) AND NOT EXISTS (
      SELECT 1 FROM conversation_words known
      WHERE known.conversation_id = c.id AND known.key = ${key} AND known.words = new.words)
    ORDER BY c.id DESC LIMIT 1000 FOR KEY SHARE OF c SKIP LOCKED
    ON CONFLICT (conversation_id, key) DO UPDATE SET words = EXCLUDED.words`;
}

/**
 * A condition on the conversation named by `id`: one of its messages or notes, its subject, or its visitor, matches the words of
 * a text.
 * `withOlder` also looks into conversations whose words are not stored yet.
 */
export function matchingText(
  sql: Sql,
  workspaceId: string,
  { text, query, id, withOlder }: Search & { readonly id: Fragment; readonly withOlder: boolean },
): Fragment {
  if (query === undefined) return sql`AND false`;
  if (!withOlder) {
    // As EXISTS: the planner then decides by the frequency of the words whether to start with them or with the list.
    return sql`AND EXISTS (
      SELECT 1 FROM conversation_words w WHERE w.conversation_id = ${id} AND w.words @@ ${query}::tsquery)`;
  }
  const pattern = containing(text);
  // One list of ids: with OR, every conversation of the workspace would be looked at.
  return sql`AND ${id} IN (
    SELECT conversation_id FROM conversation_words WHERE words @@ ${query}::tsquery
    UNION ALL
    SELECT older.id FROM conversations older
    WHERE older.workspace_id = ${workspaceId} AND older.indexed_version < ${indexedVersion(sql)}
      AND (older.subject ILIKE ${pattern} OR EXISTS (
        SELECT 1 FROM messages WHERE messages.workspace_id = ${workspaceId}
          AND messages.thread_id = older.thread_id AND content ILIKE ${pattern})))`;
}

/** The newest message or note of each conversation that has all words of a query itself; texts are not cut. */
export async function findMatches(
  sql: Sql,
  workspaceId: string,
  conversationIds: readonly string[],
  query: string,
): Promise<{ id: string; content: string }[]> {
  return sql<{ id: string; content: string }[]>`
    SELECT DISTINCT ON (c.id) c.id, coalesce(m.content, n.content) AS content
    FROM conversations c
      JOIN conversation_words w ON w.conversation_id = c.id AND w.words @@ ${query}::tsquery
      LEFT JOIN messages m ON m.workspace_id = c.workspace_id AND m.thread_id = c.thread_id AND m.id = w.key
      LEFT JOIN conversation_notes n ON n.conversation_id = c.id AND n.id = w.key
    WHERE c.workspace_id = ${workspaceId} AND c.id = ANY(${[...conversationIds]}::text[])
      AND coalesce(m.content, n.content) IS NOT NULL
    ORDER BY c.id, coalesce(m.created_at, n.created_at) DESC`;
}

/** True while the words of conversations that an older version created or changed are not stored yet. */
export async function hasUnindexed(sql: Sql, workspaceId: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM conversations
      WHERE workspace_id = ${workspaceId} AND indexed_version < ${indexedVersion(sql)}) AS found`;
  return row?.found === true;
}

/**
 * Plans each search of the transaction for its own words. After a few executions, Postgres would otherwise use a
 * generic plan, which takes up to 30 times as long for a word that is in most conversations. The lower page cost makes
 * it read the few conversations with a rare word one by one instead of scanning all.
 */
export async function planForWords(tx: Transaction): Promise<void> {
  await tx.unsafe('SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL random_page_cost = 1.1');
}

export interface UnindexedRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly thread_id: string;
}

/** Conversations after this one whose words are not stored yet. */
export async function findUnindexed(sql: Sql, after: string, limit: number): Promise<UnindexedRow[]> {
  return sql<UnindexedRow[]>`
    SELECT id, workspace_id, thread_id FROM conversations
    WHERE indexed_version < ${indexedVersion(sql)} AND id > ${after} ORDER BY id LIMIT ${limit}`;
}

/** The messages and the subject of a conversation; an empty subject if only the words of an earlier one are stored. */
export async function findTexts(tx: Transaction, conversation: UnindexedRow): Promise<SearchedText[]> {
  const { id, workspace_id: workspaceId, thread_id: threadId } = conversation;
  return tx<SearchedText[]>`
    SELECT id AS key, content AS text FROM messages
    WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId} AND role <> 'system'
    UNION ALL
    SELECT 'subject' AS key, coalesce(subject, '') AS text FROM conversations
    WHERE id = ${id} AND (subject IS NOT NULL OR EXISTS (
      SELECT 1 FROM conversation_words WHERE conversation_id = ${id} AND key = 'subject'))`;
}

/** Whether all words of a conversation are stored. */
export async function isIndexed(tx: Transaction, id: string): Promise<boolean> {
  const [row] = await tx<{ found: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM conversations WHERE id = ${id} AND indexed_version >= ${indexedVersion(tx)}) AS found`;
  return row?.found === true;
}

/** Records that all words of a conversation are stored, for processes of older versions as well (`is_indexed`). */
export async function markIndexed(tx: Transaction, id: string): Promise<void> {
  await tx`
    UPDATE conversations SET is_indexed = true, indexed_version = ${indexedVersion(tx)} WHERE id = ${id}`;
}

/** A note of the team whose words are not stored yet. */
export interface UnindexedNote {
  readonly id: string;
  readonly workspace_id: string;
  readonly conversation_id: string;
  readonly content: string;
}

/** Those after this one. */
export async function findUnindexedNotes(sql: Sql, after: string, limit: number): Promise<UnindexedNote[]> {
  return sql<UnindexedNote[]>`
    SELECT id, workspace_id, conversation_id, content FROM conversation_notes WHERE NOT is_indexed AND id > ${after}
    ORDER BY id LIMIT ${limit}`;
}

export async function markNoteIndexed(tx: Transaction, id: string): Promise<void> {
  await tx`UPDATE conversation_notes SET is_indexed = true WHERE id = ${id}`;
}
