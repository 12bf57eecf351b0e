import { json, type Sql } from '../../../platform/database.ts';
import type { FilterBounds } from '../search.sql.ts';

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
 * The frequency is looked up for each word found: with a join, Postgres, which expects far more words, would read the
 * terms of every knowledge base.
 */
export async function findNearWords(
  sql: Sql,
  ids: readonly string[],
  near: readonly number[],
): Promise<{ word: string; hash: number; chunk_count: number }[]> {
  return sql<{ word: string; hash: number; chunk_count: number }[]>`
    WITH near AS MATERIALIZED (
      SELECT w.word, w.hash, (
        SELECT t.chunk_count FROM search_terms t WHERE t.knowledge_base_id = w.knowledge_base_id AND t.hash = w.hash
      ) AS chunk_count
      FROM search_words w WHERE w.near && ${[...near]}::int[] AND w.knowledge_base_id = ANY(${[...ids]})
    )
    SELECT word, hash, chunk_count FROM near WHERE chunk_count > 0 ORDER BY chunk_count DESC, word LIMIT 300`;
}

/** A chunk with its packed terms; null for one that has none yet. */
export interface TermedChunk {
  id: string;
  length: number;
  counts: Buffer;
}

/** A condition for candidates: all of these terms. */
export type TermCondition = readonly number[];

/** Chunks of the bases that meet one of the conditions, unordered. */
export async function findByTerms(
  sql: Sql,
  { workspaceId, knowledgeBaseIds }: FilterBounds,
  conditions: readonly TermCondition[],
  limit: number,
): Promise<TermedChunk[]> {
  return sql<TermedChunk[]>`
    SELECT t.chunk_id AS id, t.length, t.counts
    FROM chunk_terms t JOIN documents d ON d.id = t.document_id AND d.edition = t.edition
    WHERE ${meeting(sql, conditions)} AND t.workspace_id = ${workspaceId}
      AND t.knowledge_base_id = ANY(${[...knowledgeBaseIds]})
    LIMIT ${limit}`;
}

/**
 * The chunks that pass the filter, among the first `most` chunks that meet one of the conditions and were not `checked`
 * before. The filter is evaluated for each chunk: with a join, Postgres would sometimes read every chunk that passes.
 */
export async function findPassingByTerms(
  sql: Sql,
  { workspaceId, knowledgeBaseIds, filter }: FilterBounds,
  conditions: readonly TermCondition[],
  most: number,
  checked: readonly string[],
): Promise<TermedChunk[]> {
  return sql<TermedChunk[]>`
    WITH held AS MATERIALIZED (
      SELECT t.chunk_id AS id, t.length, t.counts
      FROM chunk_terms t JOIN documents d ON d.id = t.document_id AND d.edition = t.edition
      WHERE ${meeting(sql, conditions)} AND t.workspace_id = ${workspaceId}
        AND t.knowledge_base_id = ANY(${[...knowledgeBaseIds]}) AND t.chunk_id <> ALL(${[...checked]})
      LIMIT ${most}
    )
    SELECT * FROM held WHERE (SELECT c.metadata @> ${json(filter)}::jsonb FROM chunks c WHERE c.id = held.id)`;
}

/** Chunks that meet one of the conditions. */
const meeting = (sql: Sql, conditions: readonly TermCondition[]) => {
  const single = conditions.flatMap((condition) => (condition.length === 1 ? [...condition] : []));
  const joint = conditions.filter((condition) => condition.length > 1);
  const held = joint.reduce(
    (before, condition) => sql`${before} OR t.terms @> ${[...condition]}::int[]`,
    sql`t.terms && ${single}::int[]`,
  );
  return sql`(${held})`;
};

/**
 * Chunks with one of the terms, among the first `most` whose metadata pass the filter; `isAll` if no more pass. The
 * terms of each are looked up: with a join, Postgres would sometimes read the terms of all chunks.
 */
export async function findTermsBehindFilter(
  sql: Sql,
  { workspaceId, knowledgeBaseIds, filter }: FilterBounds,
  terms: readonly number[],
  most: number,
): Promise<{ chunks: TermedChunk[]; isAll: boolean }> {
  const chunks = await sql<(TermedChunk & { passing: number })[]>`
    WITH passing AS MATERIALIZED (
      SELECT id FROM chunks c WHERE c.workspace_id = ${workspaceId}
        AND c.knowledge_base_id = ANY(${[...knowledgeBaseIds]}) AND c.metadata @> ${json(filter)}::jsonb
      LIMIT ${most}
    )
    SELECT t.chunk_id AS id, t.length, t.counts, (SELECT count(*)::int FROM passing) AS passing
    FROM passing CROSS JOIN LATERAL (
      SELECT t.* FROM chunk_terms t WHERE t.chunk_id = passing.id AND t.terms && ${[...terms]}::int[] OFFSET 0
    ) AS t JOIN documents d ON d.id = t.document_id AND d.edition = t.edition`;
  const [first] = chunks;
  return { chunks, isAll: first !== undefined && first.passing < most };
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
