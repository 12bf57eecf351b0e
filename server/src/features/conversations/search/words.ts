import { splitWords } from '../../../platform/models/text/words.ts';

/** Words that are kept of one message. */
const maxWords = 4_096;
/** Characters of a word that count; longer ones are found by their beginning. */
const maxLength = 100;
const maxQueryWords = 20;

/** The words by which a text is found, each once. */
export function wordsOf(text: string): string[] {
  return [...new Set(splitWords(text).map((word) => word.slice(0, maxLength).toWellFormed()))].slice(0, maxWords);
}

/**
 * A query that finds texts of the workspace which have all words of `text`, the last of them as the beginning of a word,
 * so that it can be typed; undefined if `text` has none.
 */
export function toQuery(workspaceId: string, text: string): string | undefined {
  const words = wordsOf(text).slice(0, maxQueryWords);
  const last = words.pop();
  if (last === undefined) return undefined;
  return [quote(workspaceId), ...words.map(quote), `${quote(last)}:*`].join(' & ');
}

function quote(lexeme: string): string {
  return `'${lexeme.replaceAll(/['\\]/g, String.raw`$&$&`)}'`;
}
