import type { SearchResult } from '@portico/shared-types';
import { z } from 'zod';
import { json, type Database, type Sql } from '../../platform/database.ts';
import { indexedExpression, type IndexKind, requirePlainId, vectorColumn } from './vectors.sql.ts';

/** The limits of a search. */
export interface FilterBounds {
  workspaceId: string;
  knowledgeBaseIds: readonly string[];
  filter: Readonly<Record<string, unknown>>;
  /** The numbers of the filter among the chunks' terms; undefined if some of the chunks have none yet. */
  labels?: readonly number[] | undefined;
}

/** The bounds of a search by meaning. */
export interface SearchBounds extends FilterBounds {
  /** The question's vector in pgvector's text format, and its length. */
  vector: string;
  dimensions: number;
  limit: number;
  /** Only look at the question's nearest neighbours, of which perhaps none passes the filter: a third of the time. */
  isBrief?: boolean;
}

/** Whether the search is limited to some of the knowledge bases' chunks. */
export function isFiltered({ filter }: FilterBounds): boolean {
  return Object.keys(filter).length > 0;
}

/** A chunk with its cosine to the question. */
export interface NearChunk {
  readonly id: string;
  readonly knowledge_base_id: string;
  readonly document_id: string;
  readonly score: number | null;
}

/** The parts of a chunk that are shown; they are only read for the best candidates. */
export type ChunkText = Omit<SearchResult, 'score'> & {
  /** Position in its document, from 0. */
  readonly ordinal: number;
};

const conditions = (sql: Sql, bounds: FilterBounds) => sql`
  c.workspace_id = ${bounds.workspaceId} AND c.knowledge_base_id = ANY(${[...bounds.knowledgeBaseIds]})
  ${isFiltered(bounds) ? sql`AND c.metadata @> ${json(bounds.filter)}::jsonb` : sql``}`;

/** The nearest chunks, found by comparing all of them; each distance is calculated once. */
export async function findNearest(sql: Sql, bounds: SearchBounds): Promise<NearChunk[]> {
  return sql<NearChunk[]>`
    SELECT id, knowledge_base_id, document_id, 1 - distance AS score
    FROM (
      SELECT c.id, c.knowledge_base_id, c.document_id,
        c.${sql(vectorColumn(bounds.dimensions))} <=> ${bounds.vector}::vector AS distance
      FROM chunks c JOIN documents d ON d.id = c.document_id AND d.edition = c.edition
      WHERE ${conditions(sql, bounds)}
      ORDER BY distance LIMIT ${bounds.limit}
    ) AS nearest ORDER BY distance`;
}

/**
 * The nearest of the chunks that pass the filter, found by comparing all of them; undefined if more than `most` pass.
 */
export async function findNearestOfFew(sql: Sql, bounds: SearchBounds, most: number): Promise<NearChunk[] | undefined> {
  const found = await sql<(NearChunk & { passing: number })[]>`
    WITH passing AS MATERIALIZED (
      SELECT c.id, c.knowledge_base_id, c.document_id,
        c.${sql(vectorColumn(bounds.dimensions))} <=> ${bounds.vector}::vector AS distance
      FROM chunks c JOIN documents d ON d.id = c.document_id AND d.edition = c.edition
      WHERE ${conditions(sql, bounds)} LIMIT ${most + 1}
    )
    SELECT id, knowledge_base_id, document_id, 1 - distance AS score, (SELECT count(*)::int FROM passing) AS passing
    FROM passing ORDER BY distance LIMIT ${bounds.limit}`;
  return (found[0]?.passing ?? 0) > most ? undefined : found;
}

/** The plan that Postgres reports for a query without running it. */
const Plan = z.array(z.object({ Plan: z.object({ 'Plan Rows': z.number() }) }));

/** The number of chunks that pass the filter as Postgres estimates it, which may be far too low or too high. */
export async function estimatePassing(sql: Sql, bounds: FilterBounds): Promise<number> {
  const [answer] = await sql`EXPLAIN (FORMAT JSON) SELECT 1 FROM chunks c WHERE ${conditions(sql, bounds)}`;
  const [plan] = Plan.parse(answer?.['QUERY PLAN']);
  return plan?.Plan['Plan Rows'] ?? 0;
}

/**
 * The scan continues until enough rows pass the filter: without that a filter returned 0.1 to 4 of 10 rows. With a
 * filter each step is larger, because starting one costs as much as a hundred chunks. A brief search ends with what it
 * has met so far. The index plan is forced, because
 * Postgres underestimates the rows that pass the conditions and would rather sort all of them.
 */
const indexedSettings = (bounds: SearchBounds) => `
  SET LOCAL hnsw.iterative_scan = relaxed_order; SET LOCAL hnsw.max_scan_tuples = ${bounds.isBrief === true ? 300 : 20_000};
  SET LOCAL hnsw.ef_search = ${isFiltered(bounds) && bounds.isBrief !== true ? 400 : 200};
  SET LOCAL enable_sort = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL jit = off`;

/**
 * The nearest chunks of one large knowledge base by its index, which is asked for some more than needed, because it
 * knows distances only roughly; with a filter for more of few, because the first that pass are not the nearest if the
 * question's neighbours don't pass.
 */
export async function findNearly(database: Database, bounds: SearchBounds, index: IndexKind): Promise<NearChunk[]> {
  const [knowledgeBaseId = ''] = bounds.knowledgeBaseIds;
  const expression = indexedExpression(bounds.dimensions, index);
  if (expression === undefined) return findNearest(database.sql, bounds);
  const { column, type } = expression;
  // The partial index is used only if its condition is visible in the query, so the id is part of the SQL.
  const statement = `
    WITH near AS MATERIALIZED (
      SELECT c.id, c.knowledge_base_id, c.document_id, c.${column} <=> $1::vector AS distance FROM chunks c
      WHERE c.knowledge_base_id = '${requirePlainId(knowledgeBaseId)}' AND c.workspace_id = $2 AND c.metadata @> $3::jsonb
        AND EXISTS (SELECT 1 FROM documents d WHERE d.id = c.document_id AND d.edition = c.edition)
      ORDER BY c.${column}::${type} <=> $1::vector::${type} LIMIT $4)
    SELECT id, knowledge_base_id, document_id, 1 - distance AS score FROM near ORDER BY distance LIMIT $5`;
  const most = Math.max(isFiltered(bounds) ? 60 : 20, Math.ceil(bounds.limit * 1.2));
  const parameters = [bounds.vector, bounds.workspaceId, json(bounds.filter), most, bounds.limit];
  const connection = await database.raw.reserve();
  try {
    // Sent together, because each round trip costs as much as a small query.
    const [, near] = await Promise.all([
      connection.unsafe(`BEGIN; ${indexedSettings(bounds)}`),
      connection.unsafe<NearChunk[]>(statement, parameters, { prepare: true }),
      connection.unsafe('COMMIT'),
    ]);
    return near;
  } finally {
    connection.release();
  }
}

/** The cosines of those of the chunks that pass the filter, which labels may not tell exactly. */
export async function findChunks(sql: Sql, bounds: SearchBounds, ids: readonly string[]): Promise<NearChunk[]> {
  return sql<NearChunk[]>`
    SELECT c.id, c.knowledge_base_id, c.document_id,
      1 - (c.${sql(vectorColumn(bounds.dimensions))} <=> ${bounds.vector}::vector) AS score
    FROM chunks c
    WHERE c.workspace_id = ${bounds.workspaceId} AND c.knowledge_base_id || '' = ANY(${[...bounds.knowledgeBaseIds]})
      AND c.id = ANY(${[...ids]}) ${isFiltered(bounds) ? sql`AND (c.metadata @> ${json(bounds.filter)}::jsonb) IS TRUE` : sql``}`;
}

/** The texts of these chunks, by id; chunks deleted in the meantime are missing. */
export async function findTexts(
  sql: Sql,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChunkText>> {
  const rows = await sql<ChunkText[]>`
    SELECT c.id, c.knowledge_base_id, c.content, c.document_id, d.name AS document_name, coalesce(d.title, d.name) AS title,
      coalesce(d.fetched_url, d.url) AS url, c.metadata, c.ordinal
    FROM chunks c JOIN documents d ON d.id = c.document_id
    WHERE c.workspace_id = ${workspaceId} AND c.id = ANY(${[...ids]})`;
  return new Map(rows.map((chunk) => [chunk.id, chunk]));
}

/** The mean cosine of the question with a few arbitrary chunks, which are unrelated to it. */
export async function findBackground(sql: Sql, bounds: Omit<SearchBounds, 'filter' | 'limit'>): Promise<number> {
  const column = sql(vectorColumn(bounds.dimensions));
  const [row] = await sql<{ background: number | null }[]>`
    SELECT avg(1 - (sample.vector <=> ${bounds.vector}::vector)) AS background
    FROM (SELECT c.${column} AS vector FROM chunks c
      WHERE c.workspace_id = ${bounds.workspaceId} AND c.knowledge_base_id = ANY(${[...bounds.knowledgeBaseIds]})
      LIMIT 24) AS sample`;
  return row?.background ?? 0;
}

/**
 * For documents without terms, the chunks with most of the question's words in English stems: the search of the version
 * that stored them.
 */
export async function findUnfilled(sql: Sql, bounds: SearchBounds, query: string): Promise<NearChunk[]> {
  return sql<NearChunk[]>`
    WITH asked AS (
      SELECT array_agg(format('''%s''', word)::tsquery) AS words, string_agg(format('''%s''', word), ' | ')::tsquery AS any_word
      FROM unnest(tsvector_to_array(to_tsvector('english', ${query}))) AS word WHERE word !~ '[''\\\\]'
    ), named AS MATERIALIZED (
      SELECT c.id, (SELECT count(*) FROM unnest(asked.words) AS word WHERE c.search @@ word) AS found,
        ts_rank_cd(c.search, asked.any_word, 1) AS rank
      FROM asked, chunks c JOIN documents d ON d.id = c.document_id AND d.edition = c.edition AND d.search_edition <> d.edition
      WHERE c.search @@ asked.any_word AND ${conditions(sql, bounds)}
      ORDER BY found DESC, rank DESC, c.id LIMIT ${bounds.limit}
    )
    SELECT c.id, c.knowledge_base_id, c.document_id,
      1 - (c.${sql(vectorColumn(bounds.dimensions))} <=> ${bounds.vector}::vector) AS score
    FROM named JOIN chunks c ON c.id = named.id`;
}
