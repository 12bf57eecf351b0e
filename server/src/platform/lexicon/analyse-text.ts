import { dropLinkTargets } from '../models/text/link-targets.ts';
import { foldWord, readJoined, readWords } from '../models/text/words.ts';
import { detectLanguage, type Language } from './languages.ts';
import { isSpellable } from './spelling.ts';
import { toTerms } from './terms.ts';

/** A chunk as the word search indexes it. */
export interface AnalysedText {
  readonly language: Language | undefined;
  /** Number of words. */
  readonly length: number;
  /** How often each term occurs. */
  readonly counts: ReadonlyMap<string, number>;
  /** The words to which misspellings can be corrected, each with its term. */
  readonly words: ReadonlyMap<string, string>;
}

/** A chunk's text, with the headings above it and its document's title. */
export interface TextToAnalyse {
  content: string;
  heading?: string | undefined;
  title?: string;
}

/**
 * The language whose stems are used for text of unknown language, such as a name or a heading; questions are also read
 * in it.
 */
export const fallbackLanguage: Language = 'en';
/** Maximum number of different terms stored for one chunk. */
const maxTerms = 4_096;

/**
 * The terms of a chunk with those of the headings above it and of its document's title, which often name a subject that
 * the chunk itself doesn't. Linear in the length of the text; `language` is the document's, for chunks whose language
 * is unclear.
 */
export function analyseText({ content, heading = '', title = '' }: TextToAnalyse, language?: Language): AnalysedText {
  const own = detectLanguage(content) ?? language;
  const inText = readWords(dropLinkTargets(content));
  const occurrences = new Map<string, number>();
  for (const word of inText) occurrences.set(word, (occurrences.get(word) ?? 0) + 1);
  for (const word of readJoined(dropLinkTargets(content))) occurrences.set(word, (occurrences.get(word) ?? 0) + 1);
  for (const word of readWords(`${heading.slice(0, 500)} ${title.slice(0, 300)}`))
    if (!occurrences.has(word)) occurrences.set(word, 1);
  const counts = new Map<string, number>();
  const words = new Map<string, string>();
  for (const [word, times] of occurrences) {
    const terms = toTerms(word, own ?? fallbackLanguage);
    for (const term of terms) {
      const before = counts.get(term);
      if (before !== undefined || counts.size < maxTerms) counts.set(term, (before ?? 0) + times);
    }
    const [term] = terms;
    const folded = foldWord(word);
    if (terms.length === 1 && term !== undefined && isSpellable(folded)) words.set(folded, term);
  }
  return { language: own, length: inText.length, counts, words };
}
