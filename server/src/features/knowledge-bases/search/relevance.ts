import { hashEmbeddingName } from '../../../platform/models/hash-embedding.ts';
import type { WordRating } from './rate-chunk.ts';

/** Weight of the similarity of meaning relative to the words in the order of chunks. */
const similarityWeight = 0.4;
const looseWeight = 0.25;
/** Weight of a heading that matches the question; sharing a single word is not enough. */
const headedWeight = 0.4;
const minHeaded = 0.5;
const leadWeight = 0.4;
/**
 * The smallest base that the relevance was fitted to; in a smaller one a single shared word is not an answer either.
 */
const minChunks = 6;

/**
 * The order of chunks: BM25 and similarity, both from 0 to 1. Combining ranks would let the weaker of the two distort
 * the better one.
 */
export function toOrder(words: WordRating, similarity: number): number {
  const headed = Math.max(0, words.headed - minHeaded) / (1 - minHeaded);
  const ofText = looseWeight * words.loose + headedWeight * headed + leadWeight * words.lead;
  return words.rank + ofText + similarityWeight * similarity;
}

/**
 * The relevance of a chunk to a question, 0 to 1, from the similarity of words and meaning. The best of many chunks is
 * always more similar to a question than the best of few, so their number counts too. The numbers were fitted to
 * questions with and without an answer (docs/decisions/0022-search-by-words-and-meaning.md): at 0.15 four in a hundred
 * of the unanswerable ones pass; unrelated text scores below 0.05.
 */
export function toRelevance(
  { evidence, loose, topic, coverage }: WordRating,
  similarity: number,
  chunkCount: number,
): number {
  const words = 11.2 * evidence + 4.4 * loose + 2.1 * topic + coverage;
  return logistic(words + 6.7 * similarity - 4.2 - 0.4 * Math.log(Math.max(minChunks, chunkCount)));
}

/**
 * The same from the similarity alone. With the built-in embedding, questions about something else reached a similarity
 * of 0.18 with a small knowledge base.
 */
export function toSemanticRelevance(similarity: number): number {
  return logistic(20 * (similarity - 0.323));
}

/**
 * A cosine on the scale of the built-in embedding, where unrelated texts are near 0. With other models unrelated texts
 * have a cosine above 0, so `background`, the mean cosine of the question with arbitrary chunks, is subtracted.
 */
export function toSimilarity(cosine: number | null, model: string, background: number): number {
  if (cosine === null || Number.isNaN(cosine)) return 0;
  const value = model === hashEmbeddingName ? cosine : 2 * (cosine - Math.max(0.1, background) - 0.05);
  return Math.min(1, Math.max(0, value));
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
