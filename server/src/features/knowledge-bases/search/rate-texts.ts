import { analyseText, fallbackLanguage } from '../../../platform/lexicon/analyse-text.ts';
import { hashTerm } from '../../../platform/lexicon/hash-term.ts';
import { detectLanguage, isLanguage } from '../../../platform/lexicon/languages.ts';
import { toTerms } from '../../../platform/lexicon/terms.ts';
import { isStopWord } from '../../../platform/models/text/stop-words.ts';
import { foldWord, readWords } from '../../../platform/models/text/words.ts';
import { rateChunk, type WordRating } from './rate-chunk.ts';
import type { ReadQuestion } from './read-question.ts';
import { toStoredTerms } from './store-terms.ts';

const stopWeight = 0.5;
const maxWords = 160;
/** A fixed number, because nothing of this is stored. */
const scope = '';

/** Rates texts without an index by the question's words; the rarity of a word is determined from these texts alone. */
export function rateTexts(
  question: string,
  texts: readonly { content: string; heading?: string | undefined }[],
): WordRating[] {
  const analysed = texts.map((text) => analyseText(text));
  const stored = analysed.map((text) => toStoredTerms(scope, text));
  const asked = detectLanguage(question);
  const languages = [...new Set([fallbackLanguage, asked, ...analysed.map(({ language }) => language)])].filter(
    isLanguage,
  );
  const words = [...new Set(readWords(question))].slice(0, maxWords);
  const hasTopic = words.some((word) => !isStopWord(foldWord(word), asked));
  const read: ReadQuestion = {
    terms: words.map((word) => {
      const hashes = [...new Set(languages.flatMap((language) => toTerms(word, language)))].map((term) =>
        hashTerm(scope, term),
      );
      const isTopic = !hasTopic || !isStopWord(foldWord(word), asked);
      return {
        word: foldWord(word),
        hashes: new Map([[scope, hashes]]),
        chunkCount: stored.filter(({ terms }) => hashes.some((hash) => terms.includes(hash))).length,
        weight: isTopic ? 1 : stopWeight,
        isTopic,
        isContext: false,
        certainty: 1,
      };
    }),
    chunkCount: texts.length,
    averageLength: Math.max(1, stored.reduce((sum, { length }) => sum + length, 0) / Math.max(1, stored.length)),
    ownTopics: words.length,
    contextShare: 0,
    passing: texts.length,
    text: question,
    isFilling: false,
    stored: new Set(),
  };
  return stored.map((text, index) =>
    rateChunk(read, text, `${texts[index]?.content ?? ''}\n${texts[index]?.heading ?? ''}`),
  );
}
