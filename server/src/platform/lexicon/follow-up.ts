import { detectLanguage, type Language } from './languages.ts';
import { isStopWord } from '../models/text/stop-words.ts';
import { foldWord, readWords, topicStems } from '../models/text/words.ts';

/** Words without accents, by language. */
type WordLists = Readonly<Partial<Record<Language, ReadonlySet<string>>>>;

/** Words that refer to an earlier message, anywhere in the question. */
const references = readLists({
  en: 'it its this they them those these he she his her ones instead otherwise',
  de: 'es dies dieses dafur davon damit dazu dabei darauf ihn ihm sonst',
  fr: 'ca cela celui celle ceux ci lui leur sinon',
  es: 'eso esto ello ese esa',
  pt: 'isso isto ele ela eles elas nisso disso',
  it: 'cio questo quello lui lei',
  nl: 'dit daarvoor daarvan ervan',
  ru: 'это этот эта его ее их он она они этого нему него нее ней',
  ar: 'هذا هذه ذلك تلك هو هي',
  he: 'זה זאת הוא היא אותו אותה',
});
/** Words that refer to one at the end: elsewhere they are articles or begin a clause. */
const atEnd = readLists({
  en: 'that there one then',
  de: 'das die',
  fr: 'le la les',
  es: 'lo la los las',
  pt: 'o a os as',
  it: 'lo la li le',
  nl: 'dat die het er',
});
/** Words that continue an earlier message if they begin the question. */
const openings = readLists({
  en: 'and or but so then else',
  de: 'und oder aber dann',
  fr: 'et ou mais alors',
  es: 'y o pero entonces',
  pt: 'e ou mas entao',
  it: 'e o ma allora',
  nl: 'en of maar dan',
  ru: 'а и или но тогда отсюда',
  ar: 'و او',
  he: 'ו או',
});
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
  const has = (lists: WordLists, word: string): boolean => listsOf(lists, language).some((list) => list.has(word));
  const refers =
    words.some((word) => has(references, word)) ||
    words.slice(0, 1).some((word) => has(openings, word)) ||
    words.slice(-1).some((word) => has(atEnd, word));
  if (refers) return 'refers';
  return words.filter((word) => !isStopWord(word, language)).length <= fewTopics ? 'short' : undefined;
}

function readLists(lists: Partial<Record<Language, string>>): WordLists {
  return Object.fromEntries(Object.entries(lists).map(([language, words]) => [language, new Set(words.split(' '))]));
}

/** The words of the language, or of all if it is unknown. */
function listsOf(all: WordLists, language: Language | undefined): readonly ReadonlySet<string>[] {
  if (language === undefined) return Object.values(all);
  return all[language] === undefined ? [] : [all[language]];
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
  /** The last of them that names a topic: what "it" most likely is. */
  readonly nearest: string;
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
  const nearest = context.findLast((text) => topicStems(text, detectLanguage(text)).length > 0) ?? '';
  return { text: context.join('\n'), nearest, isCertain: dependence === 'refers' };
}
