import { cutText } from '../../../platform/cut-text.ts';
import { detectLanguage, isFrequentWord, type Language } from '../../../platform/lexicon/languages.ts';
import { countSlips, isSpellable } from '../../../platform/lexicon/spelling.ts';
import { toTerms } from '../../../platform/lexicon/terms.ts';
import { isStopWord } from '../../../platform/models/text/stop-words.ts';
import { foldWord, readWords } from '../../../platform/models/text/words.ts';

/** Only the beginning of a longer question is read. */
const maxLength = 1_000;
const maxTerms = 24;

/**
 * The subject of a question: the stems of its words in its language, without stop words; sorted. A question without any
 * word, such as an emoji, is its own subject.
 */
export function toQuestionTerms(question: string): string[] {
  const text = cutText(question, maxLength);
  const language = detectLanguage(text);
  const words = readWords(text);
  const topics = words.filter((word) => carriesTopic(foldWord(word), language));
  const terms = (topics.length === 0 ? words : topics).flatMap((word) => toTerms(word, language ?? 'en'));
  const subject = terms.length === 0 ? [text.trim()] : terms;
  return [...new Set(subject)].slice(0, maxTerms).toSorted();
}

/** Japanese words in hiragana alone are endings and particles. */
const hiragana = /^\p{Script=Hiragana}+$/u;

/**
 * Words without accents that only ask whether something exists: "Is parking available?" is "Do you have parking?". Not
 * "buy" and "sell", which are two questions on a market.
 */
const asksForExistence = new Set(
  `available availability offer offers offered offering possible provide provides provided
  verfugbar erhaltlich moglich anbieten angeboten bieten bietet vorhanden
  disponible disponibles disponibilite proposez proposer offrez offrir
  posible ofrecen ofrece ofrecer disponibilidad hay existe existen
  disponivel disponiveis possivel oferecem oferece oferecer
  disponibile disponibili possibile offrite offrire
  beschikbaar mogelijk bieden biedt aanbieden`.split(/\s+/u),
);

function carriesTopic(word: string, language: Language | undefined): boolean {
  if (asksForExistence.has(word)) return false;
  if (isStopWord(word, language) || (language !== undefined && isFrequentWord(word, language))) return false;
  return language !== 'ja' || !hiragana.test(word);
}

/** With few terms a larger share has to match, because each is more specific. */
const fewTerms = 3;
const thresholds = { few: 0.6, many: 0.5 };

/** The similarity of two questions, 0 to 1; undefined if they ask something else. A typo in a long word is allowed. */
export function compareQuestions(a: readonly string[], b: readonly string[]): number | undefined {
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  const left = new Set(more);
  let shared = 0;
  for (const term of fewer) {
    const match = left.has(term) ? term : [...left].find((other) => isSlip(term, other));
    if (match === undefined) continue;
    left.delete(match);
    shared += 1;
  }
  const likeness = shared / (a.length + b.length - shared);
  const threshold = fewer.length <= fewTerms ? thresholds.few : thresholds.many;
  return shared > 0 && likeness >= threshold ? likeness : undefined;
}

const hebrew = /^\p{Script=Hebrew}{3,}$/u;

/** Whether two terms are the same word with a typo, or in Hebrew, which has no stemmer here, with another ending. */
function isSlip(a: string, b: string): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (hebrew.test(shorter) && longer.startsWith(shorter) && longer.length - shorter.length <= 2) return true;
  return (
    Math.min(a.length, b.length) >= 5 &&
    Math.abs(a.length - b.length) <= 1 &&
    isSpellable(a) &&
    isSpellable(b) &&
    countSlips(a, b) !== undefined
  );
}
