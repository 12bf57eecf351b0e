import { type Database, json, type Sql } from '../../../platform/database.ts';
import type { SearchBounds } from '../search.sql.ts';

/** A chunk's terms as stored: numbers in ascending order, and the same packed with their counts. */
export interface StoredTerms {
  readonly language: string | null;
  readonly length: number;
  readonly terms: readonly number[];
  readonly counts: Buffer;
}

/** A vocabulary word for spelling correction: the number of its term, and the numbers of its shortened forms. */
export interface NewWord {
  readonly word: string;
  readonly hash: number;
  readonly near: readonly number[];
}

/** Statistics of the searched knowledge bases for BM25. */
export interface SearchTotals {
  readonly id: string;
  readonly chunk_count: number;
  readonly length: number;
  readonly languages: string[];
  /** Some documents have no terms yet and are searched by the old column. */
  readonly is_filling: boolean;
}

export async function findSearchTotals(sql: Sql, ids: readonly string[]): Promise<SearchTotals[]> {
  return sql<SearchTotals[]>`
    SELECT id, coalesce(t.chunk_count, 0) AS chunk_count, coalesce(t.length, 0)::float8 AS length,
      coalesce(t.languages, '{}') AS languages,
      EXISTS (SELECT 1 FROM documents d WHERE d.knowledge_base_id = ids.id AND d.search_edition <> d.edition) AS is_filling
    FROM unnest(${[...ids]}::text[]) AS ids (id) LEFT JOIN search_totals t ON t.knowledge_base_id = ids.id`;
}

/** The number of chunks with each of these terms; terms that occur nowhere are missing. */
export async function countTermUse(
  sql: Sql,
  ids: readonly string[],
  hashes: readonly number[],
): Promise<{ hash: number; chunk_count: number }[]> {
  return sql<{ hash: number; chunk_count: number }[]>`
    SELECT hash, chunk_count FROM search_terms
    WHERE knowledge_base_id = ANY(${[...ids]}) AND hash = ANY(${[...hashes]}) AND chunk_count > 0`;
}

/**
 * Words of the vocabulary that share one of these numbers, with the frequency of their terms; the most frequent first.
 */
export async function findNearWords(
  sql: Sql,
  ids: readonly string[],
  near: readonly number[],
): Promise<{ word: string; hash: number; chunk_count: number }[]> {
  return sql<{ word: string; hash: number; chunk_count: number }[]>`
    SELECT w.word, w.hash, t.chunk_count FROM search_words w
      JOIN search_terms t ON t.knowledge_base_id = w.knowledge_base_id AND t.hash = w.hash AND t.chunk_count > 0
    WHERE w.near && ${[...near]}::int[] AND w.knowledge_base_id = ANY(${[...ids]})
    ORDER BY t.chunk_count DESC, w.word LIMIT 300`;
}

/** A chunk with its packed terms; null for one that has none yet. */
export interface TermedChunk {
  id: string;
  length: number;
  counts: Buffer;
}

/** A condition for candidates: all of these terms. */
export type TermCondition = readonly number[];

/**
 * Chunks of the bases that meet one of the conditions, unordered, each with whether its metadata pass the filter. The
 * filter is evaluated for each chunk: with a join, Postgres would sometimes read every chunk that passes.
 */
export async function findByTerms(
  sql: Sql,
  { workspaceId, knowledgeBaseIds, filter }: Pick<SearchBounds, 'workspaceId' | 'knowledgeBaseIds' | 'filter'>,
  conditions: readonly TermCondition[],
  limit: number,
): Promise<(TermedChunk & { passes: boolean | null })[]> {
  const single = conditions.flatMap((condition) => (condition.length === 1 ? [...condition] : []));
  const joint = conditions.filter((condition) => condition.length > 1);
  const held = joint.reduce(
    (before, condition) => sql`${before} OR t.terms @> ${[...condition]}::int[]`,
    sql`t.terms && ${single}::int[]`,
  );
  const passes =
    Object.keys(filter).length === 0
      ? sql`true`
      : sql`(SELECT c.metadata @> ${json(filter)}::jsonb FROM chunks c WHERE c.id = t.chunk_id)`;
  return sql<(TermedChunk & { passes: boolean | null })[]>`
    SELECT t.chunk_id AS id, t.length, t.counts, ${passes} AS passes
    FROM chunk_terms t JOIN documents d ON d.id = t.document_id AND d.edition = t.edition
    WHERE (${held}) AND t.workspace_id = ${workspaceId} AND t.knowledge_base_id = ANY(${[...knowledgeBaseIds]})
    LIMIT ${limit}`;
}

/**
 * Chunks with one of the terms, among the first `most` whose metadata pass the filter. Bitmap scans, because the
 * metadata index finds few chunks, one page each.
 */
export async function findTermsBehindFilter(
  database: Database,
  { workspaceId, knowledgeBaseIds, filter }: Pick<SearchBounds, 'workspaceId' | 'knowledgeBaseIds' | 'filter'>,
  terms: readonly number[],
  most: number,
): Promise<TermedChunk[]> {
  return database.transaction(async (tx) => {
    await tx`SET LOCAL enable_seqscan = off`;
    return tx<TermedChunk[]>`
      WITH passing AS MATERIALIZED (
        SELECT id FROM chunks c WHERE c.workspace_id = ${workspaceId}
          AND c.knowledge_base_id = ANY(${[...knowledgeBaseIds]}) AND c.metadata @> ${json(filter)}::jsonb
        LIMIT ${most}
      )
      SELECT t.chunk_id AS id, t.length, t.counts
      FROM passing JOIN chunk_terms t ON t.chunk_id = passing.id AND t.terms && ${[...terms]}::int[]
        JOIN documents d ON d.id = t.document_id AND d.edition = t.edition`;
  });
}

/** The terms of these chunks; chunks without terms are missing. */
export async function findTermsOf(sql: Sql, chunkIds: readonly string[]): Promise<TermedChunk[]> {
  return sql<TermedChunk[]>`
    SELECT chunk_id AS id, length, counts FROM chunk_terms WHERE chunk_id = ANY(${[...chunkIds]})`;
}

/** Deletes the terms of a document's editions except one. */
export async function deleteOtherTerms(sql: Sql, documentId: string, edition: number): Promise<void> {
  await sql`DELETE FROM chunk_terms WHERE document_id = ${documentId} AND edition <> ${edition}`;
}
