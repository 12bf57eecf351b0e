import { detectLanguage, type Language } from '../../lexicon/languages.ts';
import { hasStemmer, stripAffixes, toTerms } from '../../lexicon/terms.ts';
import { type Stem, stemWord } from './stem.ts';

/** The article, or nothing, at the beginning of an Arabic word, with the prepositions written before it. */
const article = /^(?:(?:[وفبك]?ال|لل)(?=\p{L}{3})|(?=\p{Script=Arabic}))/u;

/** How the words of texts, and of the questions about them, are compared. */
export interface Reading {
  /** The language of the texts; undefined if it is unclear. */
  readonly language: Language | undefined;
  readonly stem: Stem;
}

/** The reading of English texts and of those in an unknown language. */
export const plainReading: Reading = { language: undefined, stem: stemWord };

/** The reading for texts in one language, or in several of which one prevails. */
export function chooseReading(texts: readonly string[]): Reading {
  const language = detectLanguage(texts.map((text) => text.slice(0, 300)).join('\n'));
  if (language === 'ko') return { language, stem: stripAffixes };
  if (language === undefined || language === 'en' || !hasStemmer(language)) return { language, stem: stemWord };
  const stem: Stem = (word) => toTerms(word, language)[0] ?? word;
  return { language, stem: language === 'ar' ? (word) => stem(word.replace(article, 'ال')) : stem };
}
