import type { Database, Sql } from '../../../platform/database.ts';
import { analyseText } from '../../../platform/lexicon/analyse-text.ts';
import { hashEmbeddingName } from '../../../platform/models/hash-embedding.ts';
import { dropLinkTargets } from '../../../platform/models/text/link-targets.ts';
import type { SearchableBase } from '../knowledge-bases.sql.ts';
import {
  areFew,
  type ChunkText,
  type FilterBounds,
  findBackground,
  findChunks,
  findNearest,
  findNearly,
  findPassing,
  findTexts,
  findUnfilled,
  type NearChunk,
  type SearchBounds,
} from '../search.sql.ts';
import { chooseConditions } from './choose-conditions.ts';
import { rankChunk, rateChunk, type WordRating } from './rate-chunk.ts';
import { rateHeadings } from './rate-headings.ts';
import type { ReadQuestion } from './read-question.ts';
import { toStoredTerms } from './store-terms.ts';
import { findByTerms, findTermsBehindFilter, findTermsOf, type TermedChunk } from './terms.sql.ts';

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
/** So many of the best are checked against a filter first; the others only if too few of them pass. */
const checkedFirst = 150;
/**
 * If less than this share of the question's chunks pass a filter, it is evaluated first, and up to this many passing
 * chunks are rated.
 */
const selective = 0.1;
const enoughToSay = 50;
const ratedBehindFilter = 2_000;
/** In a large base, up to this many filtered chunks are compared one by one, and counted if their number is unknown. */
const filteredExactUpTo = 5_000;
const countedUpTo = 2_000;

/** Results of the word search. */
interface FoundByWords {
  readonly chunks: readonly TermedChunk[];
  /** Share of the question's chunks that pass the filter; undefined if too few were examined. */
  readonly passing: number | undefined;
}

/** The chunks that match the question's words best, from one search over all bases. */
export async function findByWords(
  database: Database,
  question: ReadQuestion,
  bounds: FilterBounds,
): Promise<FoundByWords> {
  const conditions = chooseConditions(question, ratedTogether);
  if (conditions.length === 0) return { chunks: [], passing: undefined };
  const found = rank(question, await findByTerms(database.sql, bounds, conditions, ratedTogether * 2));
  const isSmall = found.length < enoughToSay;
  if (Object.keys(bounds.filter).length === 0)
    return { chunks: found.slice(0, kept), passing: isSmall ? undefined : 1 };
  const { passed, share } = await applyFilter(database.sql, bounds, found);
  if (share >= selective) return { chunks: passed.slice(0, kept), passing: isSmall ? undefined : share };
  const behind = await findTermsBehindFilter(database, bounds, listTopics(question), ratedBehindFilter);
  const all = new Map([...passed, ...behind].map((chunk) => [chunk.id, chunk]));
  return { chunks: rank(question, [...all.values()]).slice(0, kept), passing: isSmall ? undefined : share };
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

/**
 * The nearest chunks of a group by meaning; `passing` is the approximate number of chunks that pass the filter, if
 * known.
 */
export async function findByMeaning(
  database: Database,
  { bases, bounds }: SearchGroup,
  passing?: number,
): Promise<NearChunk[]> {
  const small = bases.filter((base) => !base.is_indexed).map(({ id }) => id);
  const nearest = await Promise.all([
    ...(small.length === 0 ? [] : [findNearest(database.sql, { ...bounds, knowledgeBaseIds: small })]),
    ...bases
      .filter((base) => base.is_indexed)
      .map(async ({ id }) => findInLarge(database, { ...bounds, knowledgeBaseIds: [id] }, passing)),
  ]);
  return nearest.flat().toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
}

/** If a filter leaves few chunks they may be far from the question, where an approximate index never looks. */
async function findInLarge(
  database: Database,
  bounds: SearchBounds,
  passing: number | undefined,
): Promise<NearChunk[]> {
  if (Object.keys(bounds.filter).length === 0) return findNearly(database, bounds);
  const few = passing === undefined ? await areFew(database.sql, bounds, countedUpTo) : passing <= filteredExactUpTo;
  return few ? findNearest(database.sql, bounds) : findNearly(database, bounds);
}

/**
 * The candidates of a group: results of the word search, and near neighbours by meaning. The built-in embedding is
 * based on the same words, so it is asked for more only if the word search found too little.
 */
export async function findCandidates(
  database: Database,
  group: SearchGroup,
  question: ReadQuestion,
  { chunks: byWords, passing }: FoundByWords,
  wanted: number,
): Promise<{ candidates: Candidate[]; background: number }> {
  const { sql } = database;
  const isBuiltIn = group.model === hashEmbeddingName;
  const [named, near, unfilled, background] = await Promise.all([
    byWords.length === 0
      ? []
      : findChunks(
          sql,
          group.bounds,
          byWords.map(({ id }) => id),
        ),
    isBuiltIn && byWords.length >= wanted && !question.isFilling
      ? []
      : findByMeaning(database, group, passing && passing * question.chunkCount),
    question.isFilling ? findUnfilled(sql, group.bounds, question.text) : [],
    isBuiltIn ? 0 : findBackground(sql, group.bounds),
  ]);
  const ids = new Set(group.bases.map(({ id }) => id));
  const chunks = new Map(
    [...near, ...unfilled, ...named.filter((chunk) => ids.has(chunk.knowledge_base_id))].map((chunk) => [
      chunk.id,
      chunk,
    ]),
  );
  const terms = new Map(byWords.map((chunk) => [chunk.id, chunk]));
  const missing = [...chunks.keys()].filter((id) => !terms.has(id));
  for (const chunk of missing.length === 0 ? [] : await findTermsOf(sql, missing)) terms.set(chunk.id, chunk);
  const unstored = missing.filter((id) => !terms.has(id));
  const texts = unstored.length === 0 ? undefined : await findTexts(sql, group.bounds.workspaceId, unstored);
  const candidates = [...chunks.values()].flatMap((chunk) => {
    const text = texts?.get(chunk.id);
    const known = terms.get(chunk.id) ?? (text && readTerms(text));
    return known === undefined ? [] : [{ chunk, terms: known, words: rateChunk(question, known) }];
  });
  return { candidates, background };
}

/** The terms of a chunk without stored terms. */
function readTerms(chunk: ChunkText): { length: number; counts: Buffer } {
  const { heading } = chunk.metadata;
  const text = { content: chunk.content, ...(typeof heading === 'string' ? { heading } : {}) };
  return toStoredTerms(chunk.knowledge_base_id, analyseText(text));
}

/** Rates the candidate with its text, its headings and its title. */
export function readAgain(question: ReadQuestion, { chunk, terms }: Candidate, text: ChunkText): Candidate {
  const { heading } = text.metadata;
  const whole = `${dropLinkTargets(text.content)}\n${typeof heading === 'string' ? heading : ''}\n${text.title}`;
  return { chunk, terms, words: { ...rateChunk(question, terms, whole), headed: rateHeadings(question, text) } };
}
