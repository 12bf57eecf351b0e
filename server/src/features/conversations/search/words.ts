import { cutText } from '../../../platform/cut-text.ts';
import { splitWords } from '../../../platform/models/text/words.ts';

/** Maximum words indexed for one message. */
const maxWords = 4_096;
/** Maximum characters of an indexed word; longer ones are found by their beginning. */
const maxLength = 100;
const maxQueryWords = 20;

/** The distinct words by which a text is found. */
export function wordsOf(text: string): string[] {
  return [...new Set(splitWords(text).map((word) => cutText(word, maxLength)))].slice(0, maxWords);
}

/**
 * A query for texts of the workspace that contain all words of `text`, the last one as a prefix, so that search works
 * while typing; undefined if `text` has no words.
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
