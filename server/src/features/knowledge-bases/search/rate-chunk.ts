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
  /** Share of the question's topic that the chunk covers, with less weight on frequency, 0 to 1. */
  readonly topic: number;
  /** Share of the topic's rarity that the chunk covers at all, 0 to 1. */
  readonly coverage: number;
}

// How soon further occurrences of a term stop counting, and how many more of them a long chunk needs (Robertson's k1
// and b).
const saturation = 1.8;
const lengthShare = 0.85;
/** For the decision whether a chunk answers at all, one occurrence is nearly as good as many. */
const quickSaturation = 0.5;

/**
 * Rates a chunk by BM25 (Robertson and Zaragoza 2009) over its stored terms. If its text is given, similar words also
 * count for topics that it lacks.
 */
export function rateChunk(
  question: ReadQuestion,
  chunk: { length: number; counts: Buffer },
  text?: string,
): WordRating {
  const norm = saturation * (1 - lengthShare + (lengthShare * chunk.length) / question.averageLength);
  const quick = (norm / saturation) * quickSaturation;
  const nearly = text === undefined ? undefined : matchMissing(question, chunk, text);
  // A word in no chunk is as informative as one in a single chunk: people use their own words.
  const most = rarityOf(1, question.chunkCount);
  let [rank, whole, evidence, wholeEvidence] = [0, 0, 0, 0];
  let [topic, wholeTopic, held, loose] = [0, 0, 0, 0];
  for (const term of question.terms) {
    const { certainty } = term;
    const weight = term.weight * rarity(term, question.chunkCount);
    const count = countTerm(term, chunk.counts);
    const value = (weight * count) / (count + norm);
    rank += value;
    whole += weight;
    evidence += certainty * value;
    wholeEvidence += certainty * weight + (1 - certainty) * term.weight * most;
    if (!term.isTopic) continue;
    const known = term.weight * Math.min(rarity(term, question.chunkCount), most);
    topic += (certainty * known * count) / (count + quick);
    wholeTopic += certainty * known + (1 - certainty) * term.weight * most;
    if (count > 0) held += certainty * known;
    loose += known * (nearly?.get(term) ?? 0);
  }
  const share = (part: number, all: number): number => (all === 0 ? 0 : part / all);
  return {
    rank: share(rank, whole),
    evidence: share(evidence, wholeEvidence),
    loose: share(loose, wholeTopic),
    headed: 0,
    topic: share(topic, wholeTopic),
    coverage: share(held, wholeTopic),
  };
}

function matchMissing(
  { terms }: ReadQuestion,
  { counts }: { counts: Buffer },
  text: string,
): Map<QuestionTerm, number> {
  const missing = terms.filter((term) => term.isTopic && countTerm(term, counts) === 0);
  const shares = matchLoosely(
    missing.map(({ word }) => word),
    text,
  );
  return new Map(missing.map((term, index) => [term, shares[index] ?? 0]));
}

/** The weight of a term: the fewer chunks have it, the higher. */
function rarity({ chunkCount }: QuestionTerm, all: number): number {
  return rarityOf(chunkCount, all);
}

function countTerm({ hashes }: QuestionTerm, counts: Buffer): number {
  let sum = 0;
  for (const list of hashes.values()) for (const hash of list) sum += readCount(counts, hash);
  return sum;
}
