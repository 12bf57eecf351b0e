import type { Page } from '../../platform/http/route.ts';
import type { KnowledgeBase, SortedListQuery } from '@portico/shared-types';
import type { Sql } from '../../platform/database.ts';
import { selectPage, sortableByNameOrTime } from '../../platform/select-page.ts';
import type { IndexKind } from './vectors.sql.ts';

export interface KnowledgeBaseRow extends KnowledgeBase {
  dimensions: number | null;
  is_indexed: boolean;
}

const settings = (sql: Sql) => sql`
  id, name, description, embedding_model, chunk_size, chunk_overlap, dimensions, is_indexed, created_at, updated_at`;

/** Counted from the documents each time, so that the counts can't drift. */
const columns = (sql: Sql) => sql`
  ${settings(sql)}, (SELECT count(*)::int FROM documents d WHERE d.knowledge_base_id = b.id) AS document_count,
  (SELECT coalesce(sum(d.chunk_count), 0)::int FROM documents d WHERE d.knowledge_base_id = b.id) AS chunk_count`;

export interface NewKnowledgeBase {
  id: string;
  workspaceId: string;
  name: string;
  description: string;
  embeddingModel: string;
  dimensions: number | null;
  chunkSize: number;
  chunkOverlap: number;
}

export async function insertKnowledgeBase(sql: Sql, base: NewKnowledgeBase): Promise<KnowledgeBaseRow> {
  const [row] = await sql<KnowledgeBaseRow[]>`
    INSERT INTO knowledge_bases AS b
      (id, workspace_id, name, description, embedding_model, dimensions, chunk_size, chunk_overlap)
    VALUES (${base.id}, ${base.workspaceId}, ${base.name}, ${base.description}, ${base.embeddingModel},
      ${base.dimensions}, ${base.chunkSize}, ${base.chunkOverlap})
    RETURNING ${columns(sql)}`;
  if (row === undefined) throw new Error('the knowledge base was not stored');
  return row;
}

/** Returns those of `ids` that exist; without their counts, for which all their documents are read. */
export async function findExistingKnowledgeBases(
  sql: Sql,
  workspaceId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM knowledge_bases
    WHERE workspace_id = ${workspaceId} AND id = ANY(${[...ids]}::text[]) AND deleted_at IS NULL`;
  return rows.map(({ id }) => id);
}

export async function findKnowledgeBase(
  sql: Sql,
  workspaceId: string,
  id: string,
): Promise<KnowledgeBaseRow | undefined> {
  const [row] = await sql<KnowledgeBaseRow[]>`
    SELECT ${columns(sql)} FROM knowledge_bases b
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL`;
  return row;
}

/** The same, locked until the transaction ends; documents can be added meanwhile. */
export async function lockKnowledgeBase(
  sql: Sql,
  workspaceId: string,
  id: string,
): Promise<KnowledgeBaseRow | undefined> {
  const [row] = await sql<KnowledgeBaseRow[]>`
    SELECT ${columns(sql)} FROM knowledge_bases b
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL FOR NO KEY UPDATE OF b`;
  return row;
}

/** A page, newest first. */
export async function listKnowledgeBases(
  sql: Sql,
  workspaceId: string,
  query: SortedListQuery,
): Promise<Page<KnowledgeBaseRow>> {
  const { items, total } = await selectPage<Omit<KnowledgeBaseRow, keyof Counts>>(sql, query, {
    columns: settings(sql),
    from: sql`knowledge_bases b WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL`,
    named: [sql`name`, sql`description`],
    sortable: sortableByNameOrTime(sql),
  });
  const counted = await countDocuments(
    sql,
    items.map(({ id }) => id),
  );
  return { items: items.map((base) => ({ ...base, ...(counted.get(base.id) ?? empty) })), total };
}

type Counts = Pick<KnowledgeBase, 'document_count' | 'chunk_count'>;

const empty: Counts = { document_count: 0, chunk_count: 0 };

/**
 * Counts the documents of these knowledge bases together: if most documents belong to one of them, Postgres would read
 * all documents for each of them. Those without documents are missing.
 */
async function countDocuments(sql: Sql, ids: readonly string[]): Promise<Map<string, Counts>> {
  const rows = await sql<(Counts & { id: string })[]>`
    SELECT listed.id, count(*)::int AS document_count, coalesce(sum(d.chunk_count), 0)::int AS chunk_count
    FROM unnest(${[...ids]}::text[]) AS listed (id) JOIN documents d ON d.knowledge_base_id = listed.id GROUP BY 1`;
  return new Map(rows.map(({ id, ...count }) => [id, count]));
}

/** A knowledge base with its statistics for BM25. */
export interface SearchableBase {
  id: string;
  embedding_model: string;
  dimensions: number;
  /** Its approximate index; null if all chunks are compared. */
  index: IndexKind | null;
  chunk_count: number;
  /** Number of words of all chunks. */
  length: number;
  languages: string[];
  /** Some documents have no terms yet and are searched by the old column. */
  is_filling: boolean;
  /** Filters can be looked up among the terms of all chunks. */
  is_labelled: boolean;
}

/** The given ones, or all of the workspace's, that have searchable content. */
export async function findSearchableBases(
  sql: Sql,
  workspaceId: string,
  ids: readonly string[] | undefined,
): Promise<SearchableBase[]> {
  return sql<SearchableBase[]>`
    SELECT b.id, b.embedding_model, b.dimensions,
      CASE WHEN b.has_half_index THEN 'half' WHEN b.is_indexed THEN 'full' END AS index, coalesce(t.chunk_count, 0) AS chunk_count,
      coalesce(t.length, 0)::float8 AS length, coalesce(t.languages, '{}') AS languages,
      EXISTS (SELECT 1 FROM documents d WHERE d.knowledge_base_id = b.id AND d.search_edition <> d.edition) AS is_filling,
      NOT EXISTS (SELECT 1 FROM chunk_terms t WHERE t.knowledge_base_id = b.id AND NOT t.is_labelled) AS is_labelled
    FROM knowledge_bases b LEFT JOIN search_totals t ON t.knowledge_base_id = b.id
    WHERE b.workspace_id = ${workspaceId} AND b.dimensions IS NOT NULL AND b.deleted_at IS NULL
      AND (${ids === undefined} OR b.id = ANY(${[...(ids ?? [])]}))`;
}

export async function updateKnowledgeBase(
  sql: Sql,
  workspaceId: string,
  base: { id: string; name: string; description: string; chunkSize: number; chunkOverlap: number },
): Promise<KnowledgeBaseRow | undefined> {
  const [row] = await sql<KnowledgeBaseRow[]>`
    UPDATE knowledge_bases b SET name = ${base.name}, description = ${base.description},
      chunk_size = ${base.chunkSize}, chunk_overlap = ${base.chunkOverlap}, updated_at = now()
    WHERE workspace_id = ${workspaceId} AND id = ${base.id} AND deleted_at IS NULL RETURNING ${columns(sql)}`;
  return row;
}

/** The first vectors determine the length for a model. */
export async function setDimensions(sql: Sql, workspaceId: string, id: string, dimensions: number): Promise<void> {
  await sql`
    UPDATE knowledge_bases SET dimensions = ${dimensions}
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND dimensions IS NULL`;
}
