import type { Database, Sql } from '../../../platform/database.ts';
import { analyseText } from '../../../platform/lexicon/analyse-text.ts';
import { detectLanguage } from '../../../platform/lexicon/languages.ts';
import { hashEmbeddingName } from '../../../platform/models/hash-embedding.ts';
import { dropLinkTargets } from '../../../platform/models/text/link-targets.ts';
import type { SearchableBase } from '../knowledge-bases.sql.ts';
import {
  type ChunkText,
  type FilterBounds,
  estimatePassing,
  findBackground,
  findChunks,
  findNearest,
  findNearestOfFew,
  findNearly,
  findPassing,
  findTexts,
  findUnfilled,
  isFiltered,
  type NearChunk,
  type SearchBounds,
} from '../search.sql.ts';
import type { IndexKind } from '../vectors.sql.ts';
import { chooseConditions } from './choose-conditions.ts';
import { rankChunk, rateChunk, type WordRating } from './rate-chunk.ts';
import { rateHeadings } from './rate-headings.ts';
import { rateLead } from './rate-lead.ts';
import type { ReadQuestion } from './read-question.ts';
import { toStoredTerms } from './store-terms.ts';
import { findByTerms, findPassingByTerms, findTermsBehindFilter, findTermsOf, type TermedChunk } from './terms.sql.ts';

/** Bases with one embedding model, and the question's vector for it. */
export interface SearchGroup {
  readonly model: string;
  readonly bases: readonly SearchableBase[];
  readonly bounds: SearchBounds;
}

/** A candidate chunk, with its similarity to the question. */
export interface Candidate {
  readonly chunk: NearChunk;
  readonly words: WordRating;
  readonly terms: { readonly length: number; readonly counts: Buffer };
}

/** Number of chunks that are rated by their words, and of the best of them that are examined further. */
const ratedTogether = 400;
const kept = 50;
/**
 * Number of the best chunks that are checked against a filter first; the others are only checked if too few of these
 * pass.
 */
const checkedFirst = 150;
/**
 * If less than this share of the question's chunks pass a filter, another search is needed: among all chunks that pass
 * it if there are few of them, else among more chunks with the question's words.
 */
const selective = 0.1;
const ratedBehindFilter = 2_000;
const checkedForMore = 600;
/** In a large base, up to this many chunks that pass a filter are compared one by one. */
const filteredExactUpTo = 5_000;

/**
 * The chunks that match the question's words best, from one search over all bases. `passing` is the approximate number
 * of chunks that pass the filter.
 */
export async function findByWords(
  database: Database,
  question: ReadQuestion,
  bounds: FilterBounds,
  passing: number,
): Promise<TermedChunk[]> {
  const { sql } = database;
  const conditions = chooseConditions(question, ratedTogether);
  if (conditions.length === 0) return [];
  const findBehind = async (): ReturnType<typeof findTermsBehindFilter> =>
    findTermsBehindFilter(sql, bounds, listTopics(question), ratedBehindFilter);
  if (isFiltered(bounds) && passing <= ratedBehindFilter) {
    const { chunks, isAll } = await findBehind();
    if (isAll) return rank(question, chunks).slice(0, kept);
  }
  const found = rank(question, await findByTerms(sql, bounds, conditions, ratedTogether * 2));
  if (!isFiltered(bounds)) return found.slice(0, kept);
  const { passed, share } = await applyFilter(sql, bounds, found);
  if (share >= selective) return passed.slice(0, kept);
  const findMore = async (): Promise<TermedChunk[]> => {
    const more = chooseConditions(question, checkedForMore);
    const checked = found.map(({ id }) => id);
    return findPassingByTerms(sql, bounds, more, checkedForMore, checked);
  };
  const others = passing === Infinity ? (await findBehind()).chunks : await findMore();
  const all = new Map([...passed, ...others].map((chunk) => [chunk.id, chunk]));
  return rank(question, [...all.values()]).slice(0, kept);
}

/**
 * The approximate number of chunks that pass the filter. Infinity if it isn't worth a query: in a small base, and in
 * the embedded database, which has no statistics for an estimate.
 */
export async function countPassing(database: Database, bounds: FilterBounds, chunkCount: number): Promise<number> {
  const isKnown = isFiltered(bounds) && !database.embedded && chunkCount > ratedBehindFilter;
  return isKnown ? estimatePassing(database.sql, bounds) : Infinity;
}

/** The chunks with at least one of the question's words, the best first. */
function rank(question: ReadQuestion, chunks: readonly TermedChunk[]): TermedChunk[] {
  return chunks
    .map((chunk) => ({ chunk, rank: rankChunk(question, chunk) }))
    .filter((ranked) => ranked.rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ chunk }) => chunk);
}

/** Those of the ranked chunks that pass the filter, as many as are kept, and the share of the checked ones that pass. */
async function applyFilter(
  sql: Sql,
  bounds: FilterBounds,
  ranked: readonly TermedChunk[],
): Promise<{ passed: TermedChunk[]; share: number }> {
  const passing = new Set<string>();
  let checked = 0;
  for (const end of [checkedFirst, ranked.length]) {
    const next = ranked.slice(checked, end);
    if (next.length === 0 || passing.size >= kept) break;
    const ids = next.map(({ id }) => id);
    for (const id of await findPassing(sql, bounds, ids)) passing.add(id);
    checked += next.length;
  }
  const passed = ranked.filter(({ id }) => passing.has(id));
  return { passed, share: checked === 0 ? 0 : passed.length / checked };
}

/** The numbers of the question's topic terms; of all its words if it has no topic. */
function listTopics({ terms }: ReadQuestion): number[] {
  const topics = terms.filter(({ isTopic }) => isTopic);
  return (topics.length === 0 ? terms : topics).flatMap(({ hashes }) => [...hashes.values()].flat());
}

/** The nearest chunks of a group by meaning. */
async function findByMeaning(database: Database, { bases, bounds }: SearchGroup): Promise<NearChunk[]> {
  const small = bases.filter(({ index }) => index === null).map(({ id }) => id);
  const nearest = await Promise.all([
    ...(small.length === 0 ? [] : [findNearest(database.sql, { ...bounds, knowledgeBaseIds: small })]),
    ...bases.map(async ({ id, index }) =>
      index === null ? [] : findInLarge(database, { ...bounds, knowledgeBaseIds: [id] }, index),
    ),
  ]);
  return nearest.flat().toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
}

/** How many times too high the estimate of Postgres may be: an index scan over all matching chunks is slow. */
const doubt = 4;

/** If a filter leaves few chunks they may be far from the question, where an approximate index never looks. */
async function findInLarge(database: Database, bounds: SearchBounds, index: IndexKind): Promise<NearChunk[]> {
  const { sql } = database;
  const isSelective = isFiltered(bounds) && (await estimatePassing(sql, bounds)) <= ratedBehindFilter * doubt;
  const nearest = isSelective ? await findNearestOfFew(sql, bounds, filteredExactUpTo) : undefined;
  return nearest ?? findNearly(database, bounds, index);
}

/** Results by a model server's vector, without the question's words. */
export interface FoundAhead {
  readonly near: readonly NearChunk[];
  /** The usual cosine of the question; 0 for the built-in embedding. */
  readonly background: number;
}

/** Searches by meaning alone. */
export async function findAhead(database: Database, group: SearchGroup): Promise<FoundAhead> {
  const [near, background] = await Promise.all([
    findByMeaning(database, group),
    group.model === hashEmbeddingName ? 0 : findBackground(database.sql, group.bounds),
  ]);
  return { near, background };
}

/**
 * The candidates of a group: results of the word search, and near neighbours by meaning (`ahead`). The built-in
 * embedding is based on the same words, so it is asked for more only if the word search found too little.
 */
export async function findCandidates(
  database: Database,
  group: SearchGroup,
  question: ReadQuestion,
  byWords: readonly TermedChunk[],
  ahead: readonly NearChunk[] | undefined,
  wanted: number,
): Promise<Candidate[]> {
  const { sql } = database;
  const isEnough = byWords.length >= wanted && !question.isFilling;
  const [named, near, unfilled, stored] = await Promise.all([
    byWords.length === 0
      ? []
      : findChunks(
          sql,
          group.bounds,
          byWords.map(({ id }) => id),
        ),
    ahead ?? (isEnough ? [] : findByMeaning(database, group)),
    question.isFilling ? findUnfilled(sql, group.bounds, question.text) : [],
    ahead === undefined
      ? []
      : findTermsOf(
          sql,
          ahead.map(({ id }) => id),
        ),
  ]);
  const ids = new Set(group.bases.map(({ id }) => id));
  const chunks = new Map(
    [...near, ...unfilled, ...named.filter((chunk) => ids.has(chunk.knowledge_base_id))].map((chunk) => [
      chunk.id,
      chunk,
    ]),
  );
  const terms = new Map([...byWords, ...stored].map((chunk) => [chunk.id, chunk]));
  const missing = [...chunks.keys()].filter((id) => !terms.has(id));
  for (const chunk of missing.length === 0 ? [] : await findTermsOf(sql, missing)) terms.set(chunk.id, chunk);
  const unstored = missing.filter((id) => !terms.has(id));
  const texts = unstored.length === 0 ? undefined : await findTexts(sql, group.bounds.workspaceId, unstored);
  return [...chunks.values()].flatMap((chunk) => {
    const text = texts?.get(chunk.id);
    const known = terms.get(chunk.id) ?? (text && readTerms(text));
    return known === undefined ? [] : [{ chunk, terms: known, words: rateChunk(question, known) }];
  });
}

/** The terms of a chunk without stored terms. */
function readTerms(chunk: ChunkText): { length: number; counts: Buffer } {
  const { heading } = chunk.metadata;
  const text = { content: chunk.content, ...(typeof heading === 'string' ? { heading } : {}) };
  return toStoredTerms(chunk.knowledge_base_id, analyseText(text));
}

/** Characters from which a chunk's language is detected. */
const sampleLength = 600;

/** Rates the candidate with its text, its headings and its title. */
export function readAgain(question: ReadQuestion, { chunk, terms }: Candidate, text: ChunkText): Candidate {
  const { heading } = text.metadata;
  const whole = `${dropLinkTargets(text.content)}\n${typeof heading === 'string' ? heading : ''}\n${text.title}`;
  const words = rateChunk(question, terms, whole);
  const language = detectLanguage(text.content.slice(0, sampleLength));
  const [headed, lead] = [rateHeadings(question, text, language), rateLead(question, text, language)];
  return { chunk, terms, words: { ...words, headed, lead } };
}
