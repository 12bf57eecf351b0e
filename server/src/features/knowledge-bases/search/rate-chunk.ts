import { matchLoosely } from './match-loosely.ts';
import { rarityOf } from './rarity.ts';
import { readCount } from './store-terms.ts';
import type { QuestionTerm, ReadQuestion } from './read-question.ts';

/** How well a chunk matches the words of a question. */
export interface WordRating {
  /** BM25 as a share of its maximum for the question's terms, 0 to 1; the order of chunks. */
  readonly rank: number;
  /** The same, with corrected words weighted by their certainty; the basis of the relevance. */
  readonly evidence: number;
  /** Share of the topic's rarity that the chunk covers with similar words, 0 to 1; 0 without its text. */
  readonly loose: number;
  /** How closely a heading of the chunk matches the question, 0 to 1; 0 without its text. */
  readonly headed: number;
  /** How early the chunk says the question's words, 0 to 1; 0 without its text. */
  readonly lead: number;
  /** Share of the question's topic that the chunk covers, with less weight on frequency, 0 to 1. */
  readonly topic: number;
  /** Share of the topic's rarity that the chunk covers at all, 0 to 1. */
  readonly coverage: number;
  /** Whether the chunk has a topic of the question itself, and not only those of earlier questions. */
  readonly isOwn: boolean;
}

/** The rating of a chunk without any word of the question. */
export const noMatch: WordRating = {
  rank: 0,
  evidence: 0,
  loose: 0,
  headed: 0,
  lead: 0,
  topic: 0,
  coverage: 0,
  isOwn: false,
};

// How soon further occurrences of a term stop counting, and how many more of them a long chunk needs (Robertson's k1
// and b).
const saturation = 1.8;
const lengthShare = 0.85;
/** For the decision whether a chunk answers at all, one occurrence is nearly as good as many. */
const quickSaturation = 0.5;

/** A term of the question, with the values that are the same for every chunk. */
interface WeighedTerm {
  readonly term: QuestionTerm;
  readonly hashes: readonly number[];
  readonly weight: number;
  /** Its weight for the topic, 0 if it doesn't belong to it. */
  readonly topic: number;
}

interface WeighedQuestion {
  readonly terms: readonly WeighedTerm[];
  /** The rating of a chunk with every term. */
  readonly whole: number;
  readonly wholeEvidence: number;
  readonly wholeTopic: number;
}

/** Hundreds of chunks are rated for a question. */
const weighed = new WeakMap<ReadQuestion, WeighedQuestion>();

function weighTerms(question: ReadQuestion): WeighedQuestion {
  const known = weighed.get(question);
  if (known !== undefined) return known;
  // A word in no chunk is as informative as one in a single chunk: people use their own words.
  const most = rarityOf(1, question.chunkCount);
  let [whole, wholeEvidence, wholeTopic] = [0, 0, 0];
  const terms = question.terms.map((term): WeighedTerm => {
    const { certainty, isTopic } = term;
    const rarity = rarityOf(term.chunkCount, question.chunkCount);
    const weight = term.weight * rarity;
    const topic = isTopic ? term.weight * Math.min(rarity, most) : 0;
    whole += weight;
    wholeEvidence += certainty * weight + (1 - certainty) * term.weight * most;
    if (isTopic) wholeTopic += certainty * topic + (1 - certainty) * term.weight * most;
    return { term, hashes: [...term.hashes.values()].flat(), weight, topic };
  });
  const result = { terms, whole, wholeEvidence, wholeTopic };
  weighed.set(question, result);
  return result;
}

/** The `rank` of a chunk alone. */
export function rankChunk(question: ReadQuestion, chunk: { length: number; counts: Buffer }): number {
  const { terms, whole } = weighTerms(question);
  const norm = normOf(question, chunk.length);
  let rank = 0;
  for (const { hashes, weight } of terms) {
    const count = countTerm(hashes, chunk.counts);
    rank += (weight * count) / (count + norm);
  }
  return shareOf(rank, whole);
}

/**
 * Rates a chunk by BM25 (Robertson and Zaragoza 2009) over its stored terms. If its text is given, similar words also
 * count for topics that it lacks.
 */
export function rateChunk(
  question: ReadQuestion,
  chunk: { length: number; counts: Buffer },
  text?: string,
): WordRating {
  const { terms, whole, wholeEvidence, wholeTopic } = weighTerms(question);
  const norm = normOf(question, chunk.length);
  const quick = (norm / saturation) * quickSaturation;
  const nearly = text === undefined ? undefined : matchMissing(terms, chunk, text);
  let [rank, evidence, topic, held, loose] = [0, 0, 0, 0, 0];
  let isOwn = false;
  for (const weighedTerm of terms) {
    const { term, hashes, weight, topic: known } = weighedTerm;
    const { certainty } = term;
    const count = countTerm(hashes, chunk.counts);
    const value = (weight * count) / (count + norm);
    rank += value;
    evidence += certainty * value;
    if (!term.isTopic) continue;
    topic += (certainty * known * count) / (count + quick);
    if (count > 0) held += certainty * known;
    const near = nearly?.get(weighedTerm) ?? 0;
    loose += known * near;
    isOwn ||= !term.isContext && (count > 0 || near > 0);
  }
  return {
    rank: shareOf(rank, whole),
    evidence: shareOf(evidence, wholeEvidence),
    loose: shareOf(loose, wholeTopic),
    headed: 0,
    lead: 0,
    topic: shareOf(topic, wholeTopic),
    coverage: shareOf(held, wholeTopic),
    isOwn,
  };
}

function normOf({ averageLength }: ReadQuestion, length: number): number {
  return saturation * (1 - lengthShare + (lengthShare * length) / averageLength);
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function matchMissing(
  terms: readonly WeighedTerm[],
  { counts }: { counts: Buffer },
  text: string,
): Map<WeighedTerm, number> {
  const missing = terms.filter(({ term, hashes }) => term.isTopic && countTerm(hashes, counts) === 0);
  const shares = matchLoosely(
    missing.map(({ term }) => term.word),
    text,
  );
  return new Map(missing.map((weighedTerm, index) => [weighedTerm, shares[index] ?? 0]));
}

function countTerm(hashes: readonly number[], counts: Buffer): number {
  let sum = 0;
  for (const hash of hashes) sum += readCount(counts, hash);
  return sum;
}
