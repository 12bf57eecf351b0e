import type { KnowledgeQuery, QueryResult, SearchResult } from '@portico/shared-types';
import type { Database } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { embedQuery, writeVector } from './embed.ts';
import { fuseRanks } from './fuse-ranks.ts';
import { requireKnowledgeBase } from './knowledge-bases.service.ts';
import { findSearchableBases, type SearchableBase } from './knowledge-bases.sql.ts';
import { areFew, findByWords, findNearest, findNearly, type FoundChunk, type SearchBounds } from './search.sql.ts';

/** A question to knowledge bases; the schema's defaults hold for what is left out. */
export type KnowledgeQuestion = Pick<KnowledgeQuery, 'query'> &
  Partial<{ [Name in Exclude<keyof KnowledgeQuery, 'query'>]: KnowledgeQuery[Name] | undefined }>;

/** Of a large knowledge base, as many chunks behind a filter are still compared one by one. */
const filteredExactUpTo = 10_000;

/** Candidates of each leg of a hybrid search, or more where more results are asked for. */
const hybridCandidates = 50;

/** Asks one knowledge base (spec section 4.6). Throws 404, 503 where the embedding model is away. */
export async function queryKnowledgeBase(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
  question: KnowledgeQuestion,
  signal: AbortSignal,
): Promise<QueryResult[]> {
  await requireKnowledgeBase(platform, workspaceId, knowledgeBaseId);
  const found = await searchKnowledgeBases(platform, workspaceId, [knowledgeBaseId], question, signal);
  return found.map(({ knowledge_base_id: _, ...result }) => result);
}

/**
 * Asks several knowledge bases, all of the workspace's where `ids` is undefined, and answers the best results of them
 * together. Ids that are not there are passed over: an agent may name a base that was deleted since.
 */
export async function searchKnowledgeBases(
  platform: Platform,
  workspaceId: string,
  ids: readonly string[] | undefined,
  question: KnowledgeQuestion,
  signal: AbortSignal,
): Promise<SearchResult[]> {
  const bases = await findSearchableBases(platform.database.sql, workspaceId, ids);
  const rankings: FoundChunk[][] = [];
  for (const [embeddingModel, group] of groupByModel(bases)) {
    const vector = await embedQuery(platform, embeddingModel, question.query, signal);
    rankings.push(...(await searchGroup(platform, workspaceId, group, question, vector)));
  }
  const isHybrid = question.mode === 'hybrid';
  const ordered = isHybrid ? fuseRanks(rankings) : rankings.flat().toSorted((a, b) => toScore(b) - toScore(a));
  return ordered
    .map((chunk) => ({ ...chunk, score: toScore(chunk) }))
    .filter(({ score }) => score >= (question.min_score ?? 0))
    .slice(0, question.top_k ?? 5);
}

/** Bases of one model share the question's vector; models may differ in the length of theirs. */
function groupByModel(bases: readonly SearchableBase[]): Map<string, SearchableBase[]> {
  return Map.groupBy(bases, ({ embedding_model: model }) => model);
}

async function searchGroup(
  platform: Platform,
  workspaceId: string,
  group: readonly SearchableBase[],
  question: KnowledgeQuestion,
  vector: Float32Array,
): Promise<FoundChunk[][]> {
  const { database } = platform;
  const topK = question.top_k ?? 5;
  const isHybrid = question.mode === 'hybrid';
  const matching = group.filter(({ dimensions }) => dimensions === vector.length);
  const boundsOf = (bases: readonly SearchableBase[]): SearchBounds => ({
    workspaceId,
    knowledgeBaseIds: bases.map(({ id }) => id),
    filter: question.filter ?? {},
    vector: writeVector(vector),
    dimensions: vector.length,
    limit: isHybrid ? Math.max(hybridCandidates, topK * 4) : topK,
  });
  const small = matching.filter((base) => !base.is_indexed);
  const nearest = small.length === 0 ? [] : await findNearest(database.sql, boundsOf(small));
  for (const base of matching) {
    if (base.is_indexed) nearest.push(...(await findInLarge(database, boundsOf([base]))));
  }
  const byVector = nearest.toSorted((a, b) => toScore(b) - toScore(a));
  if (!isHybrid || matching.length === 0) return [byVector];
  return [byVector, await findByWords(database.sql, boundsOf(matching), question.query)];
}

/** Where a filter leaves few chunks they may lie far from the question, where an approximate index never looks. */
async function findInLarge(database: Database, bounds: SearchBounds): Promise<FoundChunk[]> {
  const isFiltered = Object.keys(bounds.filter).length > 0;
  if (isFiltered && (await areFew(database.sql, bounds, filteredExactUpTo))) return findNearest(database.sql, bounds);
  return findNearly(database, bounds);
}

/** max(0, cosine similarity); rounding in the database may leave it a hair above 1. */
function toScore({ score }: FoundChunk): number {
  return score === null || Number.isNaN(score) ? 0 : Math.min(1, Math.max(0, score));
}
