import type { Database, Sql } from '../../../platform/database.ts';
import { analyseText } from '../../../platform/lexicon/analyse-text.ts';
import { isLanguage } from '../../../platform/lexicon/languages.ts';
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
  findTexts,
  findUnfilled,
  isFiltered,
  type NearChunk,
  type SearchBounds,
} from '../search.sql.ts';
import type { IndexKind } from '../vectors.sql.ts';
import { chooseConditions, listStored } from './choose-conditions.ts';
import { rankChunk, rateChunk, type WordRating } from './rate-chunk.ts';
import { rateHeadings } from './rate-headings.ts';
import { rateLead } from './rate-lead.ts';
import type { ReadQuestion } from './read-question.ts';
import { toStoredTerms } from './store-terms.ts';
import { findByTerms, findTermsOf, type TermedChunk } from './terms.sql.ts';

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
  readonly terms: Omit<TermedChunk, 'id'>;
}

/** Number of chunks that are rated by their words, and of the best of them that are examined further. */
const ratedTogether = 400;
const kept = 50;
/** If a filter leaves at most this many chunks, all of them with a topic word are rated. */
const ratedBehindFilter = 2_000;
/** For a filter more chunks are looked up, because only some of them pass it, but at most this many times more. */
const maxFold = 10;
/** In a large base, up to this many chunks that pass a filter are compared one by one. */
const filteredExactUpTo = 5_000;

/** The chunks that match the question's words best, from one search over all bases. */
export async function findByWords(sql: Sql, question: ReadQuestion, bounds: FilterBounds): Promise<TermedChunk[]> {
  const { passing, chunkCount } = question;
  if (isFiltered(bounds) && passing <= ratedBehindFilter) {
    const topics = listTopics(question).map((hash) => [hash]);
    return rank(question, await findByTerms(sql, bounds, topics, ratedBehindFilter)).slice(0, kept);
  }
  const find = async (fold: number): Promise<TermedChunk[]> => {
    const conditions = chooseConditions(question, ratedTogether * fold);
    return conditions.length === 0 ? [] : findByTerms(sql, bounds, conditions, ratedTogether * 2);
  };
  const fold = isFiltered(bounds) ? Math.min(maxFold, chunkCount / passing) : 1;
  const found = await find(fold);
  if (!isFiltered(bounds) || found.length >= kept || fold === maxFold) return rank(question, found).slice(0, kept);
  // Perhaps no chunk about the subject of the question passes the filter.
  const all = new Map([...found, ...(await find(maxFold))].map((chunk) => [chunk.id, chunk]));
  return rank(question, [...all.values()]).slice(0, kept);
}

/** The chunks with at least one of the question's words, the best first. */
function rank(question: ReadQuestion, chunks: readonly TermedChunk[]): TermedChunk[] {
  return chunks
    .map((chunk) => ({ chunk, rank: rankChunk(question, chunk) }))
    .filter((ranked) => ranked.rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ chunk }) => chunk);
}

/** The numbers of the question's topic terms; of all its words if it has no topic. */
function listTopics(question: ReadQuestion): number[] {
  const topics = question.terms.filter(({ isTopic }) => isTopic);
  return (topics.length === 0 ? question.terms : topics).flatMap((term) => listStored(question, term));
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
  // A brief search is repeated if it finds too little, so the estimate needs no doubt.
  const few = bounds.isBrief === true ? ratedBehindFilter : ratedBehindFilter * doubt;
  const isSelective = isFiltered(bounds) && (await estimatePassing(sql, bounds)) <= few;
  const nearest = isSelective ? await findNearestOfFew(sql, bounds, filteredExactUpTo) : undefined;
  return nearest ?? findNearly(database, bounds, index);
}

/** Results by a model server's vector, without the question's words. */
export interface FoundAhead {
  readonly near: readonly NearChunk[];
  /** The usual cosine of the question; 0 for the built-in embedding. */
  readonly background: number;
}

/** Searches by meaning alone; briefly if the words are searched, too. */
export async function findAhead(database: Database, group: SearchGroup, isBrief = false): Promise<FoundAhead> {
  const [near, background] = await Promise.all([
    findByMeaning(database, isBrief ? { ...group, bounds: { ...group.bounds, isBrief } } : group),
    group.model === hashEmbeddingName ? 0 : findBackground(database.sql, group.bounds),
  ]);
  return { near, background };
}

/**
 * The candidates of a group: results of the word search, and near neighbours by meaning (`ahead`), which may still be
 * searched. The built-in embedding is based on the same words, so it is asked for more only if the word search found too little.
 */
export async function findCandidates(
  database: Database,
  group: SearchGroup,
  question: ReadQuestion,
  byWords: readonly TermedChunk[],
  ahead: Promise<FoundAhead> | undefined,
  wanted: number,
): Promise<Candidate[]> {
  const { sql } = database;
  const isEnough = byWords.length >= wanted && !question.isFilling;
  const [named, first, unfilled, stored] = await Promise.all([
    byWords.length === 0
      ? []
      : findChunks(
          sql,
          group.bounds,
          byWords.map(({ id }) => id),
        ),
    ahead?.then((found) => found.near) ?? (isEnough ? [] : findByMeaning(database, group)),
    question.isFilling ? findUnfilled(sql, group.bounds, question.text) : [],
    ahead === undefined
      ? []
      : ahead.then(async (found) =>
          findTermsOf(
            sql,
            found.near.map(({ id }) => id),
          ),
        ),
  ]);
  // Perhaps none of the question's neighbours passes the filter, and too few chunks with its words do.
  const isShort = ahead !== undefined && isFiltered(group.bounds) && first.length < wanted && byWords.length < kept;
  const near = isShort ? await findByMeaning(database, group) : first;
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
function readTerms(chunk: ChunkText): Omit<TermedChunk, 'id'> {
  const { heading } = chunk.metadata;
  const text = { content: chunk.content, ...(typeof heading === 'string' ? { heading } : {}) };
  return toStoredTerms(chunk.knowledge_base_id, analyseText(text));
}

/** Rates the candidate with its text, its headings and its title. */
export function readAgain(question: ReadQuestion, { chunk, terms }: Candidate, text: ChunkText): Candidate {
  const { heading } = text.metadata;
  const whole = `${dropLinkTargets(text.content)}\n${typeof heading === 'string' ? heading : ''}\n${text.title}`;
  const words = rateChunk(question, terms, whole);
  // The language whose stems are its terms.
  const language = isLanguage(terms.language) ? terms.language : undefined;
  const [headed, lead] = [rateHeadings(question, text, language), rateLead(question, text, language)];
  return { chunk, terms, words: { ...words, headed, lead } };
}
