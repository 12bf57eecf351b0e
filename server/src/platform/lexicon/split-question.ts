import { isStopWord } from '../models/text/stop-words.ts';
import { splitWords } from '../models/text/words.ts';
import { listAskingWords } from './answer-kinds.ts';
import { detectLanguage, type Language } from './languages.ts';

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
  zh: chineseComma,
};
const maxParts = 3;
const maxLength = 400;

/** The questions of a message that asks for several things, "How much is a cake, and can I pay by card?"; empty if it is one. */
export function splitQuestion(message: string): string[] {
  if (message.length > maxLength) return [];
  const parts: string[] = [];
  const language = detectLanguage(message);
  const conjunction = language === undefined ? undefined : conjunctions[language];
  for (const sentence of message.split(sentenceEnd))
    for (const part of conjunction === undefined ? [sentence] : sentence.split(conjunction))
      if (hasTopic(part, language)) parts.push(part.trim());
  return parts.length > 1 && parts.length <= maxParts ? parts : [];
}

function hasTopic(text: string, language: Language | undefined): boolean {
  const asking = new Set(listAskingWords(text));
  return splitWords(text).some((word) => !asking.has(word) && !isStopWord(word, language));
}
