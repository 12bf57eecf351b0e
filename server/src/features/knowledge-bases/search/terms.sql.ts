import { json, type Sql } from '../../../platform/database.ts';
import { type FilterBounds, isFiltered } from '../search.sql.ts';

/** A chunk's terms as stored: numbers in ascending order, then its labels; and the former packed with their counts. */
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
  language: string | null;
  length: number;
  counts: Buffer;
}

/** A condition for candidates: all of these terms. */
export type TermCondition = readonly number[];

/** Chunks of the bases that pass the filter and meet one of the conditions, unordered. */
export async function findByTerms(
  sql: Sql,
  bounds: FilterBounds,
  conditions: readonly TermCondition[],
  limit: number,
): Promise<TermedChunk[]> {
  // Without labels the filter is evaluated for each chunk: with a join, Postgres would sometimes read all that pass.
  const isUnlabelled = isFiltered(bounds) && bounds.labels === undefined;
  const passing = sql`(SELECT c.metadata @> ${json(bounds.filter)}::jsonb FROM chunks c WHERE c.id = t.chunk_id)`;
  return sql<TermedChunk[]>`
    SELECT t.chunk_id AS id, t.language, t.length, t.counts
    FROM chunk_terms t JOIN documents d ON d.id = t.document_id AND d.edition = t.edition
    WHERE ${meeting(sql, conditions, bounds.labels ?? [])} AND t.workspace_id = ${bounds.workspaceId}
      AND t.knowledge_base_id = ANY(${[...bounds.knowledgeBaseIds]}) ${isUnlabelled ? sql`AND ${passing}` : sql``}
    LIMIT ${limit}`;
}

/** Chunks that meet one of the conditions and have all labels, found by one scan of the index for each condition. */
const meeting = (sql: Sql, conditions: readonly TermCondition[], labels: readonly number[]) => {
  const single = conditions.flatMap((condition) => (condition.length === 1 ? [...condition] : []));
  const joint = conditions.filter((condition) => condition.length > 1);
  const labelled = labels.length === 0 ? sql`` : sql`AND t.terms @> ${[...labels]}::int[]`;
  const held = joint.reduce(
    (before, condition) => sql`${before} OR t.terms @> ${[...condition, ...labels]}::int[]`,
    sql`(t.terms && ${single}::int[] ${labelled})`,
  );
  return sql`(${held})`;
};

/** The terms of these chunks; chunks without terms are missing. */
export async function findTermsOf(sql: Sql, chunkIds: readonly string[]): Promise<TermedChunk[]> {
  return sql<TermedChunk[]>`
    SELECT chunk_id AS id, language, length, counts FROM chunk_terms WHERE chunk_id = ANY(${[...chunkIds]})`;
}

/** Deletes the terms of a document's editions except one. */
export async function deleteOtherTerms(sql: Sql, documentId: string, edition: number): Promise<void> {
  await sql`DELETE FROM chunk_terms WHERE document_id = ${documentId} AND edition <> ${edition}`;
}
