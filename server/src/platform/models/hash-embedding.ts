import type { EmbeddingModel } from './embedding-model.ts';
import { isStopWord } from './text/stop-words.ts';
import { stemWord } from './text/stem.ts';
import { splitWords } from './text/words.ts';

export const hashEmbeddingName = 'portico-hash-1536';

const dimensions = 1536;
// The weight of each kind of feature.
const topicWeight = 1;
const stopWeight = 0.08;
const pairWeight = 0.5;
const gramsWeight = 0.45;
// Chunks use the same words again and again; caching the hashes of each word's features is most of the speed.
const maxCached = 40_000;

interface Features {
  /** Position of the stem; its sign is that of the number. */
  stem: number;
  weight: number;
  grams: Int32Array;
  gramWeight: number;
}

/**
 * The built-in embedding (docs/reference/models.md#built-in-models): stems, pairs of stems and character n-grams,
 * hashed with signs into 1,536 numbers, weighted by 1 + ln(frequency) and normalised to length 1. Texts that share
 * words score high, inflections of a word match through their n-grams, and unrelated texts score near 0. It knows no
 * synonyms.
 */
export class HashEmbedding implements EmbeddingModel {
  readonly name = hashEmbeddingName;
  readonly dimensions = dimensions;
  readonly #features = new Map<string, Features>();

  async embed(texts: string[], signal: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      signal.throwIfAborted();
      vectors.push(this.#embedText(text));
      // Long lists must not block the process.
      if (vectors.length % 16 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    return vectors;
  }

  #embedText(text: string): Float32Array {
    const vector = new Float32Array(dimensions);
    const words = new Map<string, number>();
    const pairs = new Map<number, number>();
    let before = 0;
    for (const word of splitWords(text)) {
      words.set(word, (words.get(word) ?? 0) + 1);
      if (isStopWord(word)) continue;
      const stem = hash(stemWord(word), 1);
      if (before !== 0) {
        const pair = Math.imul(before ^ (stem >>> 7), 0x9e3779b1) ^ stem;
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      }
      before = stem;
    }
    for (const [word, count] of words) {
      const { stem, weight, grams, gramWeight } = this.#featuresOf(word);
      const times = 1 + Math.log(count);
      add(vector, stem, weight * times);
      for (const gram of grams) add(vector, gram, gramWeight * times);
    }
    for (const [pair, count] of pairs) add(vector, pair, pairWeight * (1 + Math.log(count)));
    return normalise(vector);
  }

  #featuresOf(word: string): Features {
    const known = this.#features.get(word);
    if (known) return known;
    const stop = isStopWord(word);
    const stem = stemWord(word);
    // Longer words are rarer and more informative; their length replaces the frequencies of a corpus.
    const weight = stop ? stopWeight : topicWeight * Math.min(1.5, 0.7 + stem.length * 0.08);
    const grams = stop ? new Int32Array() : hashGrams(stem);
    const features = {
      stem: hash(stem, 1),
      weight,
      grams,
      gramWeight: (gramsWeight * weight) / Math.sqrt(grams.length || 1),
    };
    if (this.#features.size >= maxCached) this.#features.clear();
    this.#features.set(word, features);
    return features;
  }
}

/** Runs of three and four characters of the bordered word. */
function hashGrams(stem: string): Int32Array {
  const bordered = `<${stem.slice(0, 40)}>`;
  const grams: number[] = [];
  for (const size of [3, 4])
    for (let at = 0; at + size <= bordered.length; at += 1) grams.push(hash(bordered.slice(at, at + size), size));
  return Int32Array.from(grams);
}

/** 32-bit FNV-1a with a final mix; never 0, which means "no previous word". */
function hash(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  return value ^ (value >>> 15) || 1;
}

function add(vector: Float32Array, feature: number, weight: number): void {
  const position = (feature >>> 1) % dimensions;
  vector[position] = (vector[position] ?? 0) + (feature & 1 ? weight : -weight);
}

/** Normalises to length 1. A text without any word gets one fixed vector, because a zero vector has no cosine. */
function normalise(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (sum === 0) vector[0] = 1;
  else for (const [index, value] of vector.entries()) vector[index] = value / Math.sqrt(sum);
  return vector;
}
