import type { Page } from '../../../platform/http/route.ts';
import type {
  DocumentChunk,
  DocumentStatus,
  ExtractionMode,
  KnowledgeDocument,
  PageQuery,
  RunError,
} from '@portico/shared-types';
import { json, type Sql } from '../../../platform/database.ts';
import { ascending, selectPage } from '../../../platform/select-page.ts';
import { deleteOtherTerms } from '../search/terms.sql.ts';

/** The columns of a `KnowledgeDocument`. */
export const columns = (sql: Sql) => sql`
  id, knowledge_base_id, name, coalesce(title, name) AS title, language, source_id, status, error, source, url, mime_type, file_size::float8 AS file_size, chunk_count,
  token_count, metadata, created_at, updated_at`;

export interface NewDocument {
  id: string;
  workspaceId: string;
  knowledgeBaseId: string;
  name: string;
  title: string | null;
  source: KnowledgeDocument['source'];
  url: string | null;
  mode: ExtractionMode;
  metadata: Readonly<Record<string, unknown>>;
  mimeType: string | null;
  fileSize: number | null;
  identity: Buffer;
  storageKey: string | null;
}

/** Adds a document that waits for a worker; undefined if the same one exists. */
export async function insertDocument(sql: Sql, document: NewDocument): Promise<KnowledgeDocument | undefined> {
  const [row] = await sql<KnowledgeDocument[]>`
    INSERT INTO documents (id, workspace_id, knowledge_base_id, name, title, source, url, mode, metadata, mime_type, file_size,
      identity, storage_key, status, due_at)
    VALUES (${document.id}, ${document.workspaceId}, ${document.knowledgeBaseId}, ${document.name}, ${document.title}, ${document.source},
      ${document.url}, ${document.mode}, ${json(document.metadata)}, ${document.mimeType}, ${document.fileSize},
      ${document.identity}, ${document.storageKey}, 'queued', now())
    ON CONFLICT (knowledge_base_id, identity) DO NOTHING RETURNING ${columns(sql)}`;
  return row;
}

/**
 * Replaces the content of a document, which a worker processes next; a worker busy with the old content loses its
 * lease. A page of a source stays linked to it, so that its next change is found, and keeps its address unless the new
 * content has another. Undefined if it was deleted, perhaps with its source; throws a unique violation if another
 * document of the base has the same content.
 */
export async function replaceDocumentRow(
  tx: Sql,
  document: NewDocument,
): Promise<(KnowledgeDocument & { unusedKey: string | null }) | undefined> {
  const { id, workspaceId, knowledgeBaseId } = document;
  const [known] = await tx<{ storage_key: string | null }[]>`
    SELECT storage_key FROM documents
    WHERE workspace_id = ${workspaceId} AND knowledge_base_id = ${knowledgeBaseId} AND id = ${id} FOR UPDATE`;
  if (known === undefined) return undefined;
  const [row] = await tx<KnowledgeDocument[]>`
    UPDATE documents SET name = ${document.name}, title = ${document.title}, language = NULL, source = ${document.source},
      url = CASE WHEN source_id IS NULL THEN ${document.url} ELSE coalesce(${document.url}, url) END,
      mode = ${document.mode}, metadata = ${json(document.metadata)},
      mime_type = ${document.mimeType}, file_size = ${document.fileSize}, storage_key = ${document.storageKey},
      identity = CASE WHEN source_id IS NULL THEN ${document.identity} ELSE identity END,
      fetched_sha256 = NULL, content_type = NULL, fetched_url = NULL, status = 'queued', error = NULL, attempts = 0,
      broken_off = 0, lease_token = lease_token + 1, next_edition = next_edition + 1, due_at = now(), updated_at = now()
    WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING ${columns(tx)}`;
  return row && { ...row, unusedKey: known.storage_key };
}

/** A page of a document's published chunks, in their order. */
export async function listDocumentChunks(
  sql: Sql,
  workspaceId: string,
  documentId: string,
  query: PageQuery,
): Promise<Page<DocumentChunk>> {
  return selectPage<DocumentChunk>(sql, query, {
    columns: sql`c.id, c.ordinal AS index, c.metadata->>'heading' AS heading, c.content, c.token_count`,
    from: sql`chunks c JOIN documents d ON d.id = c.document_id AND d.edition = c.edition
      WHERE c.workspace_id = ${workspaceId} AND c.document_id = ${documentId}`,
    createdAt: sql`d.updated_at`,
    order: [ascending(sql`c.ordinal`)],
  });
}

/** A document with the beginning of its published text. */
export async function findDocumentText(
  sql: Sql,
  { workspaceId, id, maxCharacters }: { workspaceId: string; id: string; maxCharacters: number },
): Promise<{ id: string; knowledge_base_id: string; title: string; url: string | null; content: string } | undefined> {
  const [row] = await sql<
    { id: string; knowledge_base_id: string; title: string; url: string | null; content: string }[]
  >`
    SELECT d.id, d.knowledge_base_id, coalesce(d.title, d.name) AS title, d.url, left(coalesce(
      (SELECT string_agg(c.content, E'\n\n' ORDER BY c.ordinal) FROM
        (SELECT content, ordinal FROM chunks WHERE document_id = d.id AND edition = d.edition
          ORDER BY ordinal LIMIT 1000) AS c), ''), ${maxCharacters}) AS content
    FROM documents d WHERE d.workspace_id = ${workspaceId} AND d.id = ${id} ${ofKeptBases(sql, workspaceId)}`;
  return row;
}

/** A knowledge base that is deleted may have documents that are not removed yet. */
export const ofKeptBases = (sql: Sql, workspaceId: string) => sql`
  AND knowledge_base_id <> ALL(ARRAY(
    SELECT id FROM knowledge_bases WHERE workspace_id = ${workspaceId} AND removal_due_at IS NOT NULL))`;

/** A document of a knowledge base, or of any one if none is given. */
export async function findDocument(
  sql: Sql,
  workspaceId: string,
  knowledgeBaseId: string | undefined,
  id: string,
): Promise<KnowledgeDocument | undefined> {
  const [row] = await sql<KnowledgeDocument[]>`
    SELECT ${columns(sql)} FROM documents
    WHERE workspace_id = ${workspaceId} AND id = ${id}
      ${ofKeptBases(sql, workspaceId)}
      ${knowledgeBaseId === undefined ? sql`` : sql`AND knowledge_base_id = ${knowledgeBaseId}`}`;
  return row;
}

export async function findDocumentByIdentity(
  sql: Sql,
  workspaceId: string,
  knowledgeBaseId: string,
  identity: Buffer,
): Promise<KnowledgeDocument | undefined> {
  const [row] = await sql<KnowledgeDocument[]>`
    SELECT ${columns(sql)} FROM documents
    WHERE workspace_id = ${workspaceId} AND knowledge_base_id = ${knowledgeBaseId} AND identity = ${identity}`;
  return row;
}

/**
 * Processes a settled document again; undefined if it is not settled, or deleted. What was fetched for a failed one is not its
 * content, so the next one is never unchanged.
 */
export async function requeueDocument(
  sql: Sql,
  workspaceId: string,
  knowledgeBaseId: string,
  id: string,
  statuses: readonly DocumentStatus[],
): Promise<KnowledgeDocument | undefined> {
  const [row] = await sql<KnowledgeDocument[]>`
    UPDATE documents SET status = 'queued', error = NULL, attempts = 0, next_edition = edition + 1,
      fetched_edition = edition, fetched_sha256 = CASE WHEN status <> 'failed' THEN fetched_sha256 END, due_at = now(),
      updated_at = now()
    WHERE workspace_id = ${workspaceId} AND knowledge_base_id = ${knowledgeBaseId} AND id = ${id}
      AND status = ANY(${[...statuses]}) RETURNING ${columns(sql)}`;
  return row;
}

/** The key of a document's bytes; undefined if the document doesn't exist. */
export async function findStorageKey(
  sql: Sql,
  workspaceId: string,
  knowledgeBaseId: string,
  id: string,
): Promise<{ storage_key: string | null } | undefined> {
  const [row] = await sql<{ storage_key: string | null }[]>`
    SELECT storage_key FROM documents
    WHERE workspace_id = ${workspaceId} AND knowledge_base_id = ${knowledgeBaseId} AND id = ${id}`;
  return row;
}

/** Deletes a document and its chunks; returns the storage key that is no longer used. */
export async function deleteDocument(
  sql: Sql,
  workspaceId: string,
  knowledgeBaseId: string,
  id: string,
): Promise<{ storage_key: string | null } | undefined> {
  const [row] = await sql<{ storage_key: string | null }[]>`
    DELETE FROM documents
    WHERE workspace_id = ${workspaceId} AND knowledge_base_id = ${knowledgeBaseId} AND id = ${id}
    RETURNING storage_key`;
  return row;
}

/** The data for processing a document, and its lease token. */
export interface ClaimedDocument {
  id: string;
  workspace_id: string;
  knowledge_base_id: string;
  name: string;
  title: string | null;
  source: KnowledgeDocument['source'];
  url: string | null;
  mode: ExtractionMode;
  metadata: Record<string, unknown>;
  storage_key: string | null;
  fetched_sha256: Buffer | null;
  content_type: string | null;
  mime_type: string | null;
  fetched_url: string | null;
  edition: number;
  next_edition: number;
  fetched_edition: number;
  attempts: number;
  lease_token: number;
  broken_off: number;
  is_large: boolean;
  embedding_model: string;
  chunk_size: number;
  chunk_overlap: number;
}

/** The lease under which a document is written; every write of its processing checks it. */
export type Lease = Pick<ClaimedDocument, 'workspace_id' | 'id' | 'lease_token'>;

/** The condition that the lease on a document is still held. */
export const held = (sql: Sql, lease: Lease) => sql`
  workspace_id = ${lease.workspace_id} AND id = ${lease.id} AND lease_token = ${lease.lease_token}
  AND status = 'processing'`;

/** Stores the content fetched from a document's address. */
export async function keepFetched(
  sql: Sql,
  lease: Lease,
  fetched: {
    storageKey: string;
    sha256: Buffer;
    size: number;
    mimeType: string;
    contentType: string;
    url: string;
    edition: number;
  },
): Promise<boolean> {
  const rows = await sql`
    UPDATE documents SET storage_key = ${fetched.storageKey}, fetched_sha256 = ${fetched.sha256},
      file_size = ${fetched.size}, mime_type = ${fetched.mimeType}, content_type = ${fetched.contentType},
      fetched_url = ${fetched.url}, fetched_edition = ${fetched.edition}, updated_at = now()
    WHERE ${held(sql, lease)} RETURNING id`;
  return rows.length > 0;
}

/** Publishes the document's new chunks in place of the old ones; undefined if the lease is lost. */
export async function publishDocument(
  sql: Sql,
  lease: Lease,
  result: { name: string; mimeType: string | null; edition: number; language: string | null },
): Promise<KnowledgeDocument | undefined> {
  const [row] = await sql<KnowledgeDocument[]>`
    UPDATE documents SET status = 'ready', error = NULL, due_at = NULL, edition = ${result.edition},
      search_edition = CASE WHEN edition = ${result.edition} THEN search_edition ELSE ${result.edition} END,
      language = coalesce(${result.language}, language), name = ${result.name}, mime_type = coalesce(${result.mimeType}, mime_type), updated_at = now(),
      (chunk_count, token_count) = (
        SELECT count(*), coalesce(sum(c.token_count), 0) FROM chunks c
        WHERE c.document_id = documents.id AND c.edition = ${result.edition})
    WHERE ${held(sql, lease)} RETURNING ${columns(sql)}`;
  if (row === undefined) return undefined;
  await sql`DELETE FROM chunks WHERE document_id = ${lease.id} AND edition <> ${result.edition}`;
  await deleteOtherTerms(sql, lease.id, result.edition);
  return row;
}

/** Ends processing with an error. For an address that was fetched again, searches still find the old content. */
export async function failDocument(sql: Sql, lease: Lease, error: RunError): Promise<KnowledgeDocument | undefined> {
  const [row] = await sql<KnowledgeDocument[]>`
    UPDATE documents SET status = 'failed', error = ${json(error)}, due_at = NULL, updated_at = now()
    WHERE ${held(sql, lease)} RETURNING ${columns(sql)}`;
  if (row === undefined) return undefined;
  await sql`
    DELETE FROM chunks c USING documents d WHERE d.id = ${lease.id} AND c.document_id = d.id AND c.edition <> d.edition`;
  await sql`
    DELETE FROM chunk_terms t USING documents d WHERE d.id = ${lease.id} AND document_id = d.id AND t.edition <> d.edition`;
  return row;
}
