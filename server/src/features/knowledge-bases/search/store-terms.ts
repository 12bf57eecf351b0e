import type { AnalysedText } from '../../../platform/lexicon/analyse-text.ts';
import { hashTerm } from '../../../platform/lexicon/hash-term.ts';
import { listDeletions } from '../../../platform/lexicon/spelling.ts';
import type { NewWord, StoredTerms } from './terms.sql.ts';

const entryBytes = 5;

/**
 * A chunk's terms as stored for one knowledge base, with its labels. These have no counts, so that they don't take part
 * in the ranking.
 */
export function toStoredTerms(
  knowledgeBaseId: string,
  { counts, language, length }: AnalysedText,
  labels: readonly number[] = [],
): StoredTerms {
  const byHash = new Map<number, number>();
  for (const [term, count] of counts) {
    const hash = hashTerm(knowledgeBaseId, term);
    byHash.set(hash, (byHash.get(hash) ?? 0) + count);
  }
  const sorted = [...byHash].toSorted(([a], [b]) => a - b);
  const packed = Buffer.alloc(sorted.length * entryBytes);
  for (const [index, [hash, count]] of sorted.entries()) {
    packed.writeInt32LE(hash, index * entryBytes);
    packed.writeUInt8(Math.min(255, count), index * entryBytes + 4);
  }
  return { language: language ?? null, length, terms: [...sorted.map(([hash]) => hash), ...labels], counts: packed };
}

/**
 * The numbers of metadata: a chunk with all numbers of a filter has the same values, except for the rare case of two
 * values with one number. They are the same in all bases of a workspace, because a filter applies to all of them. No
 * word contains the sign at the beginning.
 */
export function toLabels(workspaceId: string, metadata: Readonly<Record<string, unknown>>): number[] {
  const scalars = Object.entries(metadata).filter(([, value]) => value === null || typeof value !== 'object');
  return [...new Set(scalars.map(([name, value]) => hashTerm(workspaceId, `=${name}=${JSON.stringify(value)}`)))];
}

/** The frequency of a term in a chunk, from its packed counts; 0 if it is missing. */
export function readCount(counts: Buffer, hash: number): number {
  let [low, high] = [0, counts.length / entryBytes];
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = counts.readInt32LE(middle * entryBytes);
    if (found === hash) return counts.readUInt8(middle * entryBytes + 4);
    if (found < hash) low = middle + 1;
    else high = middle;
  }
  return 0;
}

/** The distinct words of these chunks for the vocabulary. */
export function toNewWords(knowledgeBaseId: string, texts: readonly AnalysedText[]): NewWord[] {
  const words = new Map<string, NewWord>();
  for (const { words: known } of texts)
    for (const [word, term] of known) {
      const key = `${word} ${term}`;
      if (words.has(key)) continue;
      const near = listDeletions(word).map((entry) => hashNear(knowledgeBaseId, entry));
      words.set(key, { word, hash: hashTerm(knowledgeBaseId, term), near });
    }
  return [...words.values()];
}

/** The number of a shortened word, by which the vocabulary finds similar words. */
export function hashNear(knowledgeBaseId: string, entry: string): number {
  return hashTerm(knowledgeBaseId, `~${entry}`);
}
