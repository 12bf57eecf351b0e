import { json, type Sql } from '../../../platform/database.ts';
import { createId } from '../../../platform/ids.ts';
import { type DeletedRow, removalHeldFor } from '../../../platform/leases/removals.sql.ts';

/** A page's text to be indexed. */
export interface CrawledDocument {
  readonly id: string;
  readonly workspaceId: string;
  readonly knowledgeBaseId: string;
  readonly sourceId: string;
  readonly url: string;
  readonly title: string;
  readonly language: string | null;
  readonly mimeType: string;
  /** SHA-256 that identifies the page among the base's documents. */
  readonly identity: Buffer;
  /** Storage key of the Markdown, its SHA-256, and its size in bytes. */
  readonly storageKey: string;
  readonly sha256: Buffer;
  readonly size: number;
}

/** Marks stored bytes as a page's extracted text, not the page itself. */
export const crawledType = 'text/x-portico-page';

/**
 * Adds the document of a page, or replaces its text: searches find the old text until the new one is indexed. Returns
 * the storage key that is no longer used.
 */
export async function storeCrawledDocument(
  tx: Sql,
  document: CrawledDocument,
): Promise<{ id: string; unusedKey: string | null }> {
  // Cut here and not in JavaScript, because Postgres counts characters and never cuts one.
  const name = tx`left(${document.title}::text, 300)`;
  const [known] = await tx<{ id: string; storage_key: string | null }[]>`
    SELECT id, storage_key FROM documents
    WHERE workspace_id = ${document.workspaceId} AND knowledge_base_id = ${document.knowledgeBaseId}
      AND identity = ${document.identity} FOR UPDATE`;
  if (known !== undefined) {
    // A new edition number, because one in progress may have chunks of the previous text.
    await tx`
      UPDATE documents SET status = 'queued', error = NULL, attempts = 0, broken_off = 0, due_at = now(),
        lease_token = lease_token + 1, next_edition = next_edition + 1, fetched_edition = next_edition + 1,
        source = 'url', mode = 'markdown', name = ${name}, title = ${document.title}, language = ${document.language}, url = ${document.url},
        source_id = ${document.sourceId}, storage_key = ${document.storageKey}, fetched_sha256 = ${document.sha256},
        file_size = ${document.size}, mime_type = ${document.mimeType}, content_type = ${crawledType},
        fetched_url = ${document.url}, updated_at = now()
      WHERE workspace_id = ${document.workspaceId} AND id = ${known.id}`;
    return { id: known.id, unusedKey: known.storage_key };
  }
  await tx`
    INSERT INTO documents (id, workspace_id, knowledge_base_id, name, title, language, source, source_id, url, mode,
      metadata, mime_type, file_size, identity, storage_key, fetched_sha256, content_type, fetched_url, fetched_edition,
      next_edition, status, due_at)
    VALUES (${document.id}, ${document.workspaceId}, ${document.knowledgeBaseId}, ${name}, ${document.title},
      ${document.language}, 'url', ${document.sourceId}, ${document.url}, 'markdown', ${json({})}, ${document.mimeType},
      ${document.size}, ${document.identity}, ${document.storageKey}, ${document.sha256}, ${crawledType},
      ${document.url}, 1, 1, 'queued', now())`;
  return { id: document.id, unusedKey: null };
}

/**
 * Deletes documents with their chunks; returns the storage keys that are no longer used. Locked in the order in which
 * workers lock the documents whose leases they renew: another order is a deadlock.
 */
export async function deleteCrawledDocuments(tx: Sql, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx<{ storage_key: string | null }[]>`
    WITH chosen AS MATERIALIZED (
      SELECT id FROM documents WHERE workspace_id = ${workspaceId} AND id = ANY(${[...ids]}) ORDER BY id FOR UPDATE
    )
    DELETE FROM documents d USING chosen WHERE d.id = chosen.id RETURNING d.storage_key`;
  return rows.flatMap(({ storage_key: key }) => (key === null ? [] : [key]));
}

/** Documents that have left their source. */
interface DocumentsLeft {
  readonly ids: readonly string[];
  /** The deleted knowledge base to which they were moved, if any. */
  readonly base: DeletedRow | undefined;
}

/** Detaches up to `limit` documents of a source from it, all if it is null; locked in the same order. */
export async function releaseDocumentsOfSource(
  tx: Sql,
  workspaceId: string,
  sourceId: string,
  limit: number | null,
): Promise<DocumentsLeft> {
  const rows = await tx<{ id: string }[]>`
    WITH chosen AS MATERIALIZED (
      SELECT id FROM documents WHERE workspace_id = ${workspaceId} AND source_id = ${sourceId}
      ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE
    )
    UPDATE documents d SET source_id = NULL FROM chosen WHERE d.id = chosen.id RETURNING d.id`;
  return { ids: rows.map(({ id }) => id), base: undefined };
}

/**
 * Moves up to `limit` documents of a source, all if it is null, to a knowledge base of their own, by default to a new one,
 * which is deleted and which this process removes: lists and searches no longer find them, and a worker can't write them
 * any more. Their chunks stay where their terms are counted. Locked in the same order.
 */
export async function discardDocumentsOfSource(
  tx: Sql,
  workspaceId: string,
  sourceId: string,
  limit: number | null,
  known: DeletedRow | undefined,
): Promise<DocumentsLeft> {
  const base = (known && (await holdDiscarded(tx, known))) ?? (await insertDiscarded(tx, workspaceId, sourceId));
  if (base === undefined) return { ids: [], base };
  const rows = await tx<{ id: string }[]>`
    WITH chosen AS MATERIALIZED (
      SELECT id FROM documents WHERE workspace_id = ${workspaceId} AND source_id = ${sourceId}
      ORDER BY id LIMIT ${limit} FOR UPDATE
    )
    UPDATE documents d SET knowledge_base_id = ${base.id}, source_id = NULL, status = 'failed', due_at = NULL,
      lease_token = lease_token + 1, edition = next_edition + 1, search_edition = next_edition + 1,
      next_edition = next_edition + 2
    FROM chosen WHERE d.id = chosen.id RETURNING d.id`;
  return { ids: rows.map(({ id }) => id), base };
}

/**
 * Holds it for further documents; undefined if that took so long since the last time that a sweep may be removing it, or
 * has done so.
 */
async function holdDiscarded(tx: Sql, { workspace_id: workspaceId, id }: DeletedRow): Promise<DeletedRow | undefined> {
  const [base] = await tx<DeletedRow[]>`
    UPDATE knowledge_bases SET removal_due_at = now() + ${removalHeldFor}::interval
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND removal_due_at > now()
    RETURNING id, workspace_id`;
  return base;
}

/** A deleted knowledge base for the documents of a source; undefined if there are none. */
async function insertDiscarded(tx: Sql, workspaceId: string, sourceId: string): Promise<DeletedRow | undefined> {
  const [base] = await tx<DeletedRow[]>`
    INSERT INTO knowledge_bases (id, workspace_id, name, description, embedding_model, chunk_size, chunk_overlap,
      deleted_at, removal_due_at)
    SELECT ${createId('kb')}, workspace_id, name, description, embedding_model, chunk_size, chunk_overlap, now(),
      now() + ${removalHeldFor}::interval
    FROM knowledge_bases WHERE workspace_id = ${workspaceId} AND id = (
      SELECT knowledge_base_id FROM documents WHERE workspace_id = ${workspaceId} AND source_id = ${sourceId} LIMIT 1)
    RETURNING id, workspace_id`;
  return base;
}
