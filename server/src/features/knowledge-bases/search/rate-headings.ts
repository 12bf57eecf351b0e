import type { Language } from '../../../platform/lexicon/languages.ts';
import { fallbackLanguage } from '../../../platform/lexicon/analyse-text.ts';
import { hashTerm } from '../../../platform/lexicon/hash-term.ts';
import { toTerms } from '../../../platform/lexicon/terms.ts';
import { splitBlocks } from '../../../platform/models/text/blocks.ts';
import { isStopWord } from '../../../platform/models/text/stop-words.ts';
import { foldWord, readWords } from '../../../platform/models/text/words.ts';
import type { ChunkText } from '../search.sql.ts';
import { rarityOf } from './rarity.ts';
import type { ReadQuestion } from './read-question.ts';

/** Maximum headings of a chunk that are compared with the question, and characters of each. */
const maxHeadings = 12;
const maxLength = 200;

/**
 * How closely one of a chunk's headings matches the question, 0 to 1: the share of the topic, weighted by rarity, that
 * it contains, times the share of its words that are in the question. Headings of higher levels also belong to other
 * sections and don't count. `language` is the chunk's.
 */
export function rateHeadings(question: ReadQuestion, chunk: ChunkText, language: Language | undefined): number {
  const { heading } = chunk.metadata;
  const above = typeof heading === 'string' ? (heading.split(' > ').at(-1) ?? '') : '';
  const within = splitBlocks(chunk.content).flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
  const headings = [above, ...within].filter((text) => text !== '').slice(0, maxHeadings);
  if (headings.length === 0) return 0;
  const topics = question.terms.filter(({ isTopic }) => isTopic);
  const weights = topics.map(({ weight, chunkCount }) => weight * rarityOf(chunkCount, question.chunkCount));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return 0;
  const hashes = topics.map((term) => new Set(term.hashes.get(chunk.knowledge_base_id)));
  let best = 0;
  for (const text of headings) {
    const words = new Set(readWords(text.slice(0, maxLength)));
    const held = new Set<number>();
    let [own, asked] = [0, 0];
    for (const word of words) {
      if (isStopWord(foldWord(word), language)) continue;
      own += 1;
      const terms = toTerms(word, language ?? fallbackLanguage).map((term) => hashTerm(chunk.knowledge_base_id, term));
      const met = hashes.flatMap((known, index) => (terms.some((term) => known.has(term)) ? [index] : []));
      if (met.length > 0) asked += 1;
      for (const index of met) held.add(index);
    }
    const covered = [...held].reduce((sum, index) => sum + (weights[index] ?? 0), 0) / whole;
    if (own > 0) best = Math.max(best, (covered * asked) / own);
  }
  return best;
}
