import type { ConversationActor, ConversationNote, PageQuery } from '@portico/shared-types';
import { json, type Sql, type Transaction } from '../../../platform/database.ts';
import type { Page } from '../../../platform/http/route.ts';
import { ascending, selectPage } from '../../../platform/select-page.ts';

/** A message or a note with this id. */
export interface ItemRow {
  id: string;
  is_note: boolean;
}

/** A page of a conversation's messages and notes, oldest first. */
export async function listItems(
  sql: Sql,
  conversation: { workspaceId: string; threadId: string; id: string },
  query: PageQuery,
): Promise<Page<ItemRow>> {
  const { workspaceId, threadId, id } = conversation;
  return selectPage<ItemRow>(sql, query, {
    columns: sql`id, is_note`,
    from: sql`(
      SELECT id, place, created_at, false AS is_note FROM messages
      WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId}
      UNION ALL
      SELECT id, place, created_at, true FROM conversation_notes
      WHERE workspace_id = ${workspaceId} AND conversation_id = ${id}
    ) AS items WHERE true`,
    order: [ascending(sql`place`)],
  });
}

/** Only people write notes; stored authors don't contain their type. */
const noteAuthor = (sql: Sql) => sql`author::jsonb || '{"type": "member"}' AS author`;

export async function findNotes(sql: Sql, workspaceId: string, ids: readonly string[]): Promise<ConversationNote[]> {
  return sql<ConversationNote[]>`
    SELECT id, conversation_id, ${noteAuthor(sql)}, content, created_at FROM conversation_notes
    WHERE workspace_id = ${workspaceId} AND id = ANY(${[...ids]})`;
}

/** Stores a note whose words the caller stores. */
export async function insertNote(
  tx: Transaction,
  note: { id: string; workspaceId: string; conversationId: string; author: ConversationActor; content: string },
): Promise<ConversationNote> {
  const [row] = await tx<ConversationNote[]>`
    INSERT INTO conversation_notes (id, workspace_id, conversation_id, author, content, is_indexed)
    VALUES (${note.id}, ${note.workspaceId}, ${note.conversationId}, ${json(note.author)}, ${note.content}, true)
    RETURNING id, conversation_id, ${noteAuthor(tx)}, content, created_at`;
  if (row === undefined) throw new Error('the note was not stored');
  return row;
}
