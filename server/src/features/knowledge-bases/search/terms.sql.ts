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

/**
 * Numbers that are looked up together. The embedded database runs in the server's thread, so a long list, as of a pasted
 * page for many knowledge bases, is looked up in several steps of about 20 ms.
 */
const lookedUpTogether = 512;

/** The rows of all steps, one after the other. */
async function inSteps<Row>(numbers: readonly number[], find: (some: number[]) => Promise<Row[]>): Promise<Row[]> {
  const found: Row[] = [];
  for (let at = 0; at < numbers.length; at += lookedUpTogether) {
    found.push(...(await find(numbers.slice(at, at + lookedUpTogether))));
  }
  return found;
}

/** The number of chunks with each of these terms; terms that occur nowhere are missing. */
export async function countTermUse(
  sql: Sql,
  ids: readonly string[],
  hashes: readonly number[],
): Promise<{ hash: number; chunk_count: number }[]> {
  return inSteps(
    hashes,
    async (some) => sql<{ hash: number; chunk_count: number }[]>`
      SELECT hash, chunk_count FROM search_terms
      WHERE knowledge_base_id = ANY(${[...ids]}) AND hash = ANY(${some}) AND chunk_count > 0`,
  );
}

interface NearWord {
  readonly word: string;
  readonly hash: number;
  readonly chunk_count: number;
}

/** Maximum words that are compared with those of the question. */
const maxNearWords = 300;

/**
 * Words of the vocabulary that share one of these numbers, with the frequency of their terms; the most frequent first.
 * Each number is looked up by itself: for many of them together, Postgres would compare all with all numbers of each
 * word in every vocabulary, 20 seconds for 15,000 numbers and 20,000 words. The frequency is looked up for each word
 * found: with a join, Postgres, which expects far more words, would read the terms of every knowledge base.
 */
export async function findNearWords(sql: Sql, ids: readonly string[], near: readonly number[]): Promise<NearWord[]> {
  const found = await inSteps(
    near,
    async (some) => sql<NearWord[]>`
      WITH near AS MATERIALIZED (
        SELECT w.word, w.hash, (
          SELECT t.chunk_count FROM search_terms t WHERE t.knowledge_base_id = w.knowledge_base_id AND t.hash = w.hash
        ) AS chunk_count
        FROM unnest(${some}::int[]) AS wanted CROSS JOIN LATERAL (
          SELECT word, hash, knowledge_base_id FROM search_words
          WHERE near @> ARRAY[wanted] AND knowledge_base_id = ANY(${[...ids]})
        ) AS w
      )
      SELECT DISTINCT word, hash, chunk_count FROM near WHERE chunk_count > 0
      ORDER BY chunk_count DESC, word LIMIT ${maxNearWords}`,
  );
  // Two steps may find the same word.
  const words = new Map(found.map((known) => [`${known.word} ${known.hash}`, known]));
  return [...words.values()]
    .toSorted((a, b) => b.chunk_count - a.chunk_count || (a.word < b.word ? -1 : 1))
    .slice(0, maxNearWords);
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

/** More terms than this are looked up one by one: Postgres would compare all of them with all terms of each chunk. */
const comparedTogether = 16;

/** Chunks that meet one of the conditions and have all labels, found by one scan of the index for each condition. */
const meeting = (sql: Sql, conditions: readonly TermCondition[], labels: readonly number[]) => {
  const single = conditions.flatMap((condition) => (condition.length === 1 ? [...condition] : []));
  const joint = conditions.filter((condition) => condition.length > 1);
  const labelled = labels.length === 0 ? sql`` : sql`AND t.terms @> ${[...labels]}::int[]`;
  const one =
    single.length <= comparedTogether
      ? sql`t.terms && ${single}::int[]`
      : sql`t.chunk_id = ANY(ARRAY(
          SELECT c.chunk_id FROM unnest(${single}::int[]) AS wanted
          CROSS JOIN LATERAL (SELECT chunk_id FROM chunk_terms WHERE terms @> ARRAY[wanted]) AS c))`;
  const held = joint.reduce(
    (before, condition) => sql`${before} OR t.terms @> ${[...condition, ...labels]}::int[]`,
    sql`(${one} ${labelled})`,
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
