import { matchLoosely } from './match-loosely.ts';
import { readCount } from './store-terms.ts';
import type { QuestionTerm, ReadQuestion } from './read-question.ts';

/** How well a chunk fits a question by its words. */
export interface WordRating {
  /** BM25 as a share of the most that the question's terms can give, 0 to 1; what chunks are ordered by. */
  readonly rank: number;
  /** The same with corrected words only as far as it is sure that they were meant; what the relevance is taken from. */
  readonly evidence: number;
  /** Share of the topic's rarity that the chunk holds in words that are nearly the same, 0 to 1; 0 without its text. */
  readonly loose: number;
  /** How much of what the question is about the chunk holds, with less weight on how often, 0 to 1. */
  readonly topic: number;
  /** Share of the topic's rarity that the chunk holds at all, 0 to 1. */
  readonly coverage: number;
}

// How soon more occurrences of a term add little, and how much a long chunk has to hold more (Robertson's k1 and b).
const saturation = 1.8;
const lengthShare = 0.85;
/** For the judgement whether a chunk answers at all, one occurrence is nearly as good as many. */
const quickSaturation = 0.5;

/**
 * Rates a chunk by BM25 (Robertson and Zaragoza 2009) over the terms that are stored of it. With its text, it is also
 * rated by words that are nearly the topics which it lacks.
 */
export function rateChunk(
  question: ReadQuestion,
  chunk: { length: number; counts: Buffer },
  text?: string,
): WordRating {
  const norm = saturation * (1 - lengthShare + (lengthShare * chunk.length) / question.averageLength);
  const quick = (norm / saturation) * quickSaturation;
  const nearly = text === undefined ? undefined : matchMissing(question, chunk, text);
  // A word that no chunk holds says no more than one that a single chunk holds: people ask in words of their own.
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

/** How much a term says: the fewer chunks hold it, the more. */
function rarity({ chunkCount }: QuestionTerm, all: number): number {
  return rarityOf(chunkCount, all);
}

function rarityOf(chunkCount: number, all: number): number {
  return Math.log(1 + (Math.max(0, all - chunkCount) + 0.5) / (chunkCount + 0.5));
}

function countTerm({ hashes }: QuestionTerm, counts: Buffer): number {
  let sum = 0;
  for (const list of hashes.values()) for (const hash of list) sum += readCount(counts, hash);
  return sum;
}
