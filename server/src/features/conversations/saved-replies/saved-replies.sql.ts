import type { NamedListQuery, SavedReply, SavedReplyCreate } from '@portico/shared-types';
import type { Sql, Transaction } from '../../../platform/database.ts';
import type { Page } from '../../../platform/http/route.ts';
import { selectPage } from '../../../platform/select-page.ts';

const columns = (sql: Sql) => sql`id, name, shortcut, content, created_at, updated_at`;

export async function listSavedReplies(
  sql: Sql,
  workspaceId: string,
  query: NamedListQuery,
): Promise<Page<SavedReply>> {
  return selectPage<SavedReply>(sql, query, {
    columns: columns(sql),
    from: sql`saved_replies WHERE workspace_id = ${workspaceId}`,
    named: [sql`name`, sql`shortcut`, sql`content`],
  });
}

export async function findSavedReply(sql: Sql, workspaceId: string, id: string): Promise<SavedReply | undefined> {
  const [row] = await sql<SavedReply[]>`
    SELECT ${columns(sql)} FROM saved_replies WHERE workspace_id = ${workspaceId} AND id = ${id}`;
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockSavedReply(
  tx: Transaction,
  workspaceId: string,
  id: string,
): Promise<SavedReply | undefined> {
  const [row] = await tx<SavedReply[]>`
    SELECT ${columns(tx)} FROM saved_replies WHERE workspace_id = ${workspaceId} AND id = ${id} FOR NO KEY UPDATE`;
  return row;
}

/** Rejected by saved_replies_workspace_id_shortcut_key for a taken shortcut. */
export async function insertSavedReply(
  sql: Sql,
  workspaceId: string,
  id: string,
  { name, shortcut, content }: SavedReplyCreate,
): Promise<SavedReply> {
  const [row] = await sql<SavedReply[]>`
    INSERT INTO saved_replies (id, workspace_id, name, shortcut, content)
    VALUES (${id}, ${workspaceId}, ${name}, ${shortcut}, ${content}) RETURNING ${columns(sql)}`;
  if (row === undefined) throw new Error('the saved reply was not stored');
  return row;
}

/** Undefined if the reply does not exist. Rejected by saved_replies_workspace_id_shortcut_key for a taken shortcut. */
export async function updateSavedReply(
  sql: Sql,
  workspaceId: string,
  id: string,
  { name, shortcut, content }: SavedReplyCreate,
): Promise<SavedReply | undefined> {
  const [row] = await sql<SavedReply[]>`
    UPDATE saved_replies SET name = ${name}, shortcut = ${shortcut}, content = ${content}, updated_at = now()
    WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING ${columns(sql)}`;
  return row;
}

export async function deleteSavedReply(sql: Sql, workspaceId: string, id: string): Promise<boolean> {
  const rows = await sql`DELETE FROM saved_replies WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING id`;
  return rows.length > 0;
}
