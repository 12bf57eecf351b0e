import { fallbackLanguage } from '../../../platform/lexicon/analyse-text.ts';
import { hashTerm } from '../../../platform/lexicon/hash-term.ts';
import type { Language } from '../../../platform/lexicon/languages.ts';
import { toTerms } from '../../../platform/lexicon/terms.ts';
import { dropLinkTargets } from '../../../platform/models/text/link-targets.ts';
import { readWords } from '../../../platform/models/text/words.ts';
import type { ChunkText } from '../search.sql.ts';
import { rarityOf } from './rarity.ts';
import type { ReadQuestion } from './read-question.ts';

/** Number of words that are compared with the question, and characters that they are taken from. */
const maxWords = 60;
const maxLength = 600;
/** A word after so many others counts half. */
const halfway = 30;
/** The first words of a chunk within a document tell less about its subject than those of the document. */
const withinDocument = 0.5;

/**
 * How early a chunk says the words of the question, 0 to 1: authors name their subject first, and mention others later.
 * Each word counts by its rarity, and by how near to the beginning of the chunk it first occurs. `language` is
 * the chunk's.
 */
export function rateLead(
  question: ReadQuestion,
  { content, knowledge_base_id: id, ordinal }: ChunkText,
  language: Language | undefined,
): number {
  const { terms, chunkCount: all } = question;
  const weights = terms.map(({ weight, chunkCount }) => weight * rarityOf(chunkCount, all));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return 0;
  const open = new Map<number, number[]>();
  for (const [index, { hashes }] of terms.entries())
    for (const hash of hashes.get(id) ?? []) open.set(hash, [...(open.get(hash) ?? []), index]);
  const lead = dropLinkTargets(content.slice(0, maxLength));
  const met = new Set<number>();
  let sum = 0;
  for (const [place, word] of readWords(lead).slice(0, maxWords).entries())
    for (const term of toTerms(word, language ?? fallbackLanguage))
      for (const index of open.get(hashTerm(id, term)) ?? []) {
        if (met.has(index)) continue;
        met.add(index);
        sum += (weights[index] ?? 0) / (1 + place / halfway);
      }
  return (sum / whole) * (ordinal === 0 ? 1 : withinDocument);
}
