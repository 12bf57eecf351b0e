import { isStopWord } from '../models/text/stop-words.ts';
import { splitWords } from '../models/text/words.ts';
import { listAskingWords } from './answer-kinds.ts';
import { detectLanguage } from './languages.ts';

/** What is between two questions in one message. */
const border =
  /[.?!;]+(?:\s+|$)|[。？！；]+|[,，]?\s+(?:and|also|und|sowie|et|y|e|en|i|oraz|и|ve|وهل|וגם)\s+|[,，]\s*(?=(?:多|什么|怎|可|能|有|谁|几)|\p{Script=Han}{1,6}(?:谁|多少|吗|几))/iu;
const maxParts = 3;
const maxLength = 400;

/** The questions of a message that asks for several things, "How much is a cake, and can I pay by card?"; empty if it is one. */
export function splitQuestion(message: string): string[] {
  if (message.length > maxLength) return [];
  const parts: string[] = [];
  for (const part of message.split(border)) {
    const text = part.trim();
    if (hasTopic(text)) parts.push(text);
  }
  return parts.length > 1 && parts.length <= maxParts ? parts : [];
}

function hasTopic(text: string): boolean {
  const asking = new Set(listAskingWords(text));
  const language = detectLanguage(text);
  return splitWords(text).some((word) => !asking.has(word) && !isStopWord(word, language));
}
