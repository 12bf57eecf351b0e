import { cutText } from './cut-text.ts';
import { splitWords } from './models/text/words.ts';

/** Maximum words indexed for one text. */
const maxWords = 4_096;
/** Maximum characters of an indexed word; longer ones are found by their beginning. */
const maxLength = 100;
const maxQueryWords = 20;

/** The distinct words by which a text is found. */
export function wordsOf(text: string): string[] {
  return [...new Set(splitWords(text).map((word) => cutText(word, maxLength)))].slice(0, maxWords);
}

/**
 * A query for texts that contain all words of `text`, the last one as a prefix, so that search works while typing;
 * undefined if `text` has no words. `ownerId` is the workspace or form that is stored as a word of its texts.
 */
export function toQuery(ownerId: string, text: string): string | undefined {
  const words = wordsOf(text).slice(0, maxQueryWords);
  const last = words.pop();
  if (last === undefined) return undefined;
  return [quote(ownerId), ...words.map(quote), `${quote(last)}:*`].join(' & ');
}

function quote(lexeme: string): string {
  return `'${lexeme.replaceAll(/['\\]/g, String.raw`$&$&`)}'`;
}
