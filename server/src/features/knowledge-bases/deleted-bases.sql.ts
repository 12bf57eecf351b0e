import type { Sql, Transaction } from '../../platform/database.ts';
import { type DeletedRow, removalHeldFor } from '../../platform/leases/removals.sql.ts';

/** Locks a knowledge base that is about to be deleted until the transaction ends; returns its name. */
export async function lockToDelete(
  tx: Transaction,
  { workspace_id: workspaceId, id }: DeletedRow,
): Promise<{ name: string } | undefined> {
  const [row] = await tx<{ name: string }[]>`
    SELECT name FROM knowledge_bases WHERE workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL
    FOR UPDATE`;
  return row;
}

/** Hides a knowledge base permanently. This process removes it. */
export async function markDeleted(tx: Transaction, { workspace_id: workspaceId, id }: DeletedRow): Promise<void> {
  await tx`
    UPDATE knowledge_bases SET deleted_at = now(), removal_due_at = now() + ${removalHeldFor}::interval
    WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

/**
 * Ends the processing of its documents: a worker that has one can't write any more. They are locked in the order in which
 * workers lock those whose leases they renew: another order is a deadlock.
 */
export async function endDocuments(sql: Sql, { workspace_id: workspaceId, id }: DeletedRow): Promise<void> {
  await sql`
    WITH unended AS MATERIALIZED (
      SELECT id FROM documents
      WHERE workspace_id = ${workspaceId} AND knowledge_base_id = ${id} AND status IN ('queued', 'processing')
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE documents d SET status = 'failed', due_at = NULL, lease_token = lease_token + 1
    FROM unended WHERE d.id = unended.id`;
}

/**
 * Deletes up to `limit` chunks with their terms, which are not counted any more; returns how many. With `documentIds`,
 * those of these documents, whose terms may be counted down in another knowledge base.
 */
export async function deleteSomeChunksOf(
  sql: Sql,
  { workspace_id: workspaceId, id }: DeletedRow,
  limit: number,
  documentIds?: readonly string[],
): Promise<number> {
  const rows = await sql`
    WITH chosen AS MATERIALIZED (
      SELECT id FROM chunks WHERE workspace_id = ${workspaceId}
        AND ${documentIds === undefined ? sql`knowledge_base_id = ${id}` : sql`document_id = ANY(${[...documentIds]})`}
      LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), unlabelled AS (
      DELETE FROM chunk_terms WHERE chunk_id = ANY(ARRAY(SELECT id FROM chosen))
    )
    DELETE FROM chunks WHERE id = ANY(ARRAY(SELECT id FROM chosen)) RETURNING 1`;
  return rows.length;
}

/** Deletes up to `limit` words and terms; returns how many. */
export async function deleteSomeTermsOf(sql: Sql, { id }: DeletedRow, limit: number): Promise<number> {
  const [row] = await sql<{ deleted: number }[]>`
    WITH words AS (
      DELETE FROM search_words WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM search_words WHERE knowledge_base_id = ${id} LIMIT ${limit} FOR UPDATE SKIP LOCKED))
      RETURNING 1
    ), terms AS (
      DELETE FROM search_terms WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM search_terms WHERE knowledge_base_id = ${id} LIMIT ${limit} FOR UPDATE SKIP LOCKED))
      RETURNING 1
    )
    SELECT ((SELECT count(*) FROM words) + (SELECT count(*) FROM terms))::int AS deleted`;
  return row?.deleted ?? 0;
}

/** Up to `limit` documents, in order. */
export async function listSomeDocumentsOf(
  sql: Sql,
  { workspace_id: workspaceId, id }: DeletedRow,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM documents WHERE workspace_id = ${workspaceId} AND knowledge_base_id = ${id} ORDER BY id LIMIT ${limit}`;
  return rows.map((row) => row.id);
}

/** Deletes those of these documents that nobody has locked, which have few chunks or none; returns their storage keys. */
export async function deleteSomeDocuments(
  sql: Sql,
  workspaceId: string,
  ids: readonly string[],
): Promise<(string | null)[]> {
  const rows = await sql<{ storage_key: string | null }[]>`
    DELETE FROM documents WHERE workspace_id = ${workspaceId} AND id = ANY(ARRAY(
      SELECT id FROM documents WHERE workspace_id = ${workspaceId} AND id = ANY(${[...ids]})
      ORDER BY id FOR UPDATE SKIP LOCKED))
    RETURNING storage_key`;
  return rows.map(({ storage_key: key }) => key);
}

/** Whether it has an index of its chunks, which is not removed with its row. */
export async function hasIndex(sql: Sql, { workspace_id: workspaceId, id }: DeletedRow): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM knowledge_bases
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND (is_indexed OR has_half_index)`;
  return rows.length > 0;
}

/** Deletes a knowledge base that has no documents; false if it has some. A new one holds its row. */
export async function deleteEmptyBase(
  tx: Transaction,
  { workspace_id: workspaceId, id }: DeletedRow,
): Promise<boolean> {
  await tx`SELECT 1 FROM knowledge_bases WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`;
  const documents = await tx`SELECT 1 FROM documents WHERE knowledge_base_id = ${id} LIMIT 1`;
  if (documents.length > 0) return false;
  await tx`DELETE FROM knowledge_bases WHERE workspace_id = ${workspaceId} AND id = ${id}`;
  return true;
}
