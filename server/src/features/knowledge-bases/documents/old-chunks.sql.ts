import { json, type Sql } from '../../../platform/database.ts';
import { held, type Lease } from './documents.sql.ts';

/** Editions of a document, from the first to the last one. */
export interface Editions {
  readonly first: number;
  readonly last: number;
}

/** Whether some editions of a document have more than `count` chunks. */
export async function hasMoreChunks(
  sql: Sql,
  workspaceId: string,
  documentId: string,
  { first, last }: Editions,
  count: number,
): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM chunks
    WHERE workspace_id = ${workspaceId} AND document_id = ${documentId} AND edition BETWEEN ${first} AND ${last}
    OFFSET ${count} LIMIT 1`;
  return rows.length > 0;
}

/** Deletes up to `limit` chunks of some editions with their terms, with a `lease` only while it lasts; returns how many. */
export async function deleteSomeChunks(
  sql: Sql,
  workspaceId: string,
  documentId: string,
  { first, last }: Editions,
  limit: number,
  lease?: Lease,
): Promise<number> {
  // Locked, so that the next worker doesn't continue after chunks that are being deleted.
  const ifHeld =
    lease === undefined
      ? sql``
      : sql`AND document_id IN (SELECT id FROM documents WHERE ${held(sql, lease)} FOR UPDATE)`;
  const rows = await sql`
    WITH oldest AS (
      SELECT id FROM chunks
      WHERE workspace_id = ${workspaceId} AND document_id = ${documentId} AND edition BETWEEN ${first} AND ${last}
        ${ifHeld}
      ORDER BY edition, ordinal LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), unlabelled AS (
      DELETE FROM chunk_terms WHERE chunk_id = ANY(ARRAY(SELECT id FROM oldest))
    )
    DELETE FROM chunks WHERE id = ANY(ARRAY(SELECT id FROM oldest)) RETURNING 1`;
  return rows.length;
}

/**
 * Ends a document that is about to be deleted: a worker that processes it can't write any more, and searches no longer
 * find its chunks. Returns its last edition; undefined if there is no such document.
 */
export async function endDocument(
  sql: Sql,
  workspaceId: string,
  knowledgeBaseId: string,
  id: string,
): Promise<number | undefined> {
  const error = { code: 'deleted', message: 'The document is being deleted.' };
  const [row] = await sql<{ edition: number }[]>`
    UPDATE documents SET status = 'failed', error = ${json(error)}, due_at = NULL, lease_token = lease_token + 1,
      edition = next_edition + 1, search_edition = next_edition + 1, next_edition = next_edition + 2,
      fetched_sha256 = NULL, chunk_count = 0, token_count = 0, updated_at = now()
    WHERE workspace_id = ${workspaceId} AND knowledge_base_id = ${knowledgeBaseId} AND id = ${id}
    RETURNING edition`;
  return row?.edition;
}

/** A document whose deletion has begun. */
export interface HalfDeleted {
  readonly id: string;
  readonly workspace_id: string;
  readonly knowledge_base_id: string;
}

/** Some of them, except the `seen` ones: those that began so long ago that the request has died. */
export async function findHalfDeleted(sql: Sql, seen: readonly string[], limit: number): Promise<HalfDeleted[]> {
  // The conditions of documents_half_deleted.
  return sql<HalfDeleted[]>`
    SELECT d.id, d.workspace_id, d.knowledge_base_id
    FROM documents d JOIN knowledge_bases b ON b.id = d.knowledge_base_id
    WHERE d.status = 'failed' AND d.error->>'code' = 'deleted' AND d.updated_at < now() - interval '5 minutes'
      AND d.id <> ALL(${[...seen]}::text[]) AND b.deleted_at IS NULL LIMIT ${limit}`;
}

export async function isHalfDeleted(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM documents WHERE id = ${id} AND status = 'failed' AND error->>'code' = 'deleted'`;
  return rows.length > 0;
}

/** Lets searches find the new edition instead of the published one, while the document is still processed. */
export async function showNextEdition(sql: Sql, lease: Lease): Promise<boolean> {
  const rows = await sql`
    UPDATE documents SET edition = next_edition, search_edition = next_edition WHERE ${held(sql, lease)} RETURNING 1`;
  return rows.length > 0;
}
