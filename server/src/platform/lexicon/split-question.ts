import { isStopWord } from '../models/text/stop-words.ts';
import { splitWords } from '../models/text/words.ts';
import { isPartOfDay, isWeekday, kindOfQuestion, kindOfWord, listAskingWords } from './answer-kinds.ts';
import { findContext } from './follow-up.ts';
import { detectLanguage, isFrequentWord, type Language } from './languages.ts';

const sentenceEnd = /[.?!;]+(?:\s+|$)|[。？！；]+/u;
const chineseComma = /[,，]\s*(?=(?:多|什么|怎|可|能|有|谁|几)|\p{Script=Han}{1,6}(?:谁|多少|吗|几))/u;
/** What joins two questions, by language: "i" is a word of its own in English and Italian. */
const conjunctions: Partial<Record<Language, RegExp>> = {
  en: /,?\s+(?:and|also)\s+/iu,
  de: /,?\s+(?:und|sowie)\s+/iu,
  fr: /,?\s+et\s+/iu,
  es: /,?\s+[ye]\s+/iu,
  it: /,?\s+ed?\s+/iu,
  pt: /,?\s+e\s+/iu,
  nl: /,?\s+en\s+/iu,
  pl: /,?\s+(?:i|oraz)\s+/iu,
  ru: /,?\s+и\s+/iu,
  tr: /,?\s+ve\s+/iu,
  sv: /,?\s+(?:och|samt)\s+/iu,
  da: /,?\s+(?:og|samt)\s+/iu,
  no: /,?\s+(?:og|samt)\s+/iu,
  fi: /,?\s+(?:ja|sekä)\s+/iu,
  hu: /,?\s+(?:és|valamint)\s+/iu,
  ro: /,?\s+(?:și|şi|si)\s+/iu,
  el: /,?\s+και\s+/iu,
  zh: chineseComma,
};
/** Those who answer or ask, in languages that put them behind the verb. */
const subjects: ReadonlySet<string> = new Set(
  'ihr sie man wir ich vous on jullie je u ni i dere jag jeg man vi'.split(' '),
);
/** Words that begin a part of a question, as in "for adults and for children" and "i dag och i morgon". */
const prepositions: Partial<Record<Language, string>> = {
  en: 'at by for from in of on to with without',
  de: 'am an auf aus bei fur im in mit nach ohne von zu',
  fr: 'a au aux avec de dans en par pour sans sur',
  es: 'a al con de del en para por sin',
  it: 'a al alla con da di in per senza',
  pt: 'a ao com de em no na para por sem',
  nl: 'aan bij in met op van voor zonder',
  sv: 'av for fran i med om pa till utan',
  da: 'af for fra i med om pa til uden',
  no: 'av for fra i med om pa til uten',
  ro: 'cu de din fara in la pe pentru',
  el: 'για με σε απο στην στη στο στα στις χωρις',
  pl: 'bez dla do na o od po w we z za',
  ru: 'без в для до за из на от по с со у',
};
const maxParts = 3;
const maxLength = 400;

/** The questions of a message with several, like "How much is a cake, and can I pay by card?"; empty if it is one. */
export function splitQuestion(message: string): string[] {
  if (message.length > maxLength) return [];
  const parts: string[] = [];
  const language = detectLanguage(message);
  const conjunction = language === undefined ? undefined : conjunctions[language];
  for (const sentence of message.split(sentenceEnd)) {
    const clauses = conjunction === undefined ? [sentence] : sentence.split(conjunction);
    // "Fish and Chips" and "drop-off and pick-up" are one thing: what follows doesn't begin like a question.
    const areQuestions = language === 'zh' || clauses.slice(1).every((clause) => beginsQuestion(clause, language));
    for (const part of areQuestions ? clauses : [sentence]) if (hasTopic(part, language)) parts.push(part.trim());
  }
  return parts.length > 1 && parts.length <= maxParts ? parts : [];
}

/**
 * The questions of a message that can be answered one by one: each asks by its words or the message by its mark, so that
 * it is not a title such as "Locales and the keyboard", and none refers to another, as "is it free" does.
 */
export function listQuestions(message: string): string[] {
  const parts = splitQuestion(message);
  const asks = (part: string): boolean =>
    kindOfQuestion(part) !== undefined || splitWords(part).some((word) => kindOfWord(word) !== undefined);
  const areAsked = /[?？;؟]\s*$/u.test(message) || parts.every(asks);
  const refersBack = parts.some((part, at) => findContext(part, parts.slice(0, at))?.isCertain === true);
  return areAsked && !refersBack ? parts : [];
}

/** Whether a clause begins with a word that asks or with a verb and its subject, such as "liefert ihr". */
function beginsQuestion(text: string, language: Language | undefined): boolean {
  const [first, second] = splitWords(text);
  if (first === undefined) return false;
  if (second !== undefined && subjects.has(second)) return true;
  if (language !== undefined && prepositions[language]?.split(' ').includes(first) === true) return false;
  // "Saturday and Sunday"
  if (splitWords(text).every((word) => isWeekday(word) || isPartOfDay(word))) return false;
  return (
    listAskingWords(text).includes(first) ||
    isStopWord(first, language) ||
    (language !== undefined && isFrequentWord(first, language)) ||
    kindOfWord(first) !== undefined
  );
}

function hasTopic(text: string, language: Language | undefined): boolean {
  const asking = new Set(listAskingWords(text));
  return splitWords(text).some((word) => !asking.has(word) && !isStopWord(word, language));
}
