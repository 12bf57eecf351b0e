import { detectLanguage } from './languages.ts';
import { isStopWord } from '../models/text/stop-words.ts';
import { foldWord, readWords, topicStems } from '../models/text/words.ts';

/** Words without accents that refer to an earlier message or continue it. */
const leaning = new Set(
  `and or but so it its that this they them those these there then he she his her one ones instead otherwise else why
  und oder aber es das dies diese dieser dieses dafur davon damit dazu dabei darauf sie ihn ihm ihr warum sonst
  et ou mais ca cela celui celle ceux ci y lui leur pourquoi sinon
  y o pero eso esto ello lo la le les ese esa por que entonces
  e ou mas isso isto ele ela eles elas nisso disso entao por que
  o ma cio questo quello lui lei perche allora
  en of maar dat dit die het er daarvoor daarvan ervan waarom
  a и или но это этот эта его ее их он она они тогда почему отсюда этого нему него нее ней
  و او هذا هذه ذلك تلك هو هي لماذا
  ו או זה זאת הוא היא אותו אותה למה`.split(/\s+/u),
);
/** Openings of follow-up questions in scripts that don't separate words by spaces. */
const leaningStart = /^(?:それ|これ|では|じゃあ|そして|あと|なぜ|그럼|그리고|그건|그것|왜|那|这|它|为什么|还有|那么)/u;
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Maximum words of a question short enough to be about the previous one. */
const fewTopics = 2;
/** Maximum characters of such a question in scripts without spaces, or with few and long words. */
const fewCharacters = 16;
/** A longer question is independent, regardless of its words. */
const maxWords = 14;

/** How a question depends on the previous one: it may if it is `short`, and does if one of its words `refers` to it. */
type Dependence = 'short' | 'refers' | undefined;

/**
 * Whether a question may depend on the previous one: "And why?", "How can I cancel it?", "費用は？". Knows the languages of
 * the catalogues; in other languages a short question counts as one that may.
 */
function findDependence(question: string): Dependence {
  const text = question.trim();
  if (leaningStart.test(text)) return 'refers';
  if (spaceless.test(text)) return text.length <= fewCharacters ? 'short' : undefined;
  const words = readWords(text).map(foldWord);
  if (words.length > maxWords) return undefined;
  const language = detectLanguage(text);
  // Single letters are words of a specific language: "a" begins a question in Russian and means nothing in English.
  const leans = (word: string): boolean => leaning.has(word) && (word.length > 1 || language !== 'en');
  if (words.some(leans)) return 'refers';
  return words.filter((word) => !isStopWord(word, language)).length <= fewTopics ? 'short' : undefined;
}

/** The names of a passage: the title of its document and the headings above it. */
interface Named {
  readonly title: string;
  readonly heading: string | null;
}

/**
 * Whether passages that were found for a question are about its subject: one of them has all of its topics in its names,
 * such as a page called "Personas" for "What is a persona?". A short question then begins a new subject.
 */
export function namesTopics(question: string, found: readonly Named[]): boolean {
  const topics = topicStems(question, detectLanguage(question));
  if (topics.length === 0) return false;
  return found.some(({ title, heading }) => {
    const names = new Set(topicStems(`${title} ${heading ?? ''}`));
    return topics.every((topic) => names.has(topic));
  });
}

/** The earlier questions that one depends on. */
interface Context {
  readonly text: string;
  /** It refers to them, and isn't only short. */
  readonly isCertain: boolean;
}

/** Number of earlier questions that are searched for the subject of the last one. */
const maxBack = 3;

/**
 * The questions that this one depends on: the previous one, and those that it depends on in turn. Undefined if it is
 * independent.
 */
export function findContext(question: string, earlier: readonly string[]): Context | undefined {
  const dependence = findDependence(question);
  if (dependence === undefined || earlier.length === 0) return undefined;
  const context: string[] = [];
  for (const before of earlier.slice(-maxBack).toReversed()) {
    context.unshift(before.slice(0, 500));
    if (findDependence(before) === undefined) break;
  }
  return { text: context.join('\n'), isCertain: dependence === 'refers' };
}
