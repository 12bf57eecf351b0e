import { cutText } from './cut-text.ts';
import { distinctWords, splitWords } from './models/text/words.ts';
import { respell } from './respell.ts';

/** Maximum words indexed for one text. */
const maxWords = 4_096;
/** Maximum characters of an indexed word; longer ones are found by their beginning. */
const maxLength = 100;
const maxQueryWords = 20;
/** The end of a word after an apostrophe is a word of its own from this length on: that of "O'Brien", not of "don't". */
const minEnd = 3;

/** The distinct words by which a text is found, in the spelling of `respell`. */
export function wordsOf(text: string): string[] {
  const words = distinctWords(text, maxWords).filter(isStorable);
  return [...new Set(words.flatMap(spellings).map(cut))].slice(0, maxWords);
}

/** False for words of which `respell` leaves nothing: Postgres refuses empty words. */
const isStorable = (word: string): boolean => respell(word) !== '';

function spellings(word: string): string[] {
  const spelt = respell(word);
  const at = spelt.indexOf("'");
  if (at === -1) return [spelt];
  const end = spelt.slice(at + 1);
  return [spelt, spelt.replaceAll("'", ''), ...(end.length < minEnd ? [] : [end])];
}

/** A text to search for; `query` finds its words, and is undefined if it has none. */
export interface Search {
  readonly text: string;
  readonly query: string | undefined;
}

/** The search for a text; undefined without one. */
export function toSearch(ownerId: string, text: string): Search;
export function toSearch(ownerId: string, text: string | undefined): Search | undefined;
export function toSearch(ownerId: string, text: string | undefined): Search | undefined {
  return text === undefined ? undefined : { text, query: toQuery(ownerId, text) };
}

/**
 * A query for texts that contain all words of `text`, the last one as a prefix, so that search works while typing;
 * undefined if `text` has no words. `ownerId` is the workspace or form that is stored as a word of its texts.
 */
function toQuery(ownerId: string, text: string): string | undefined {
  const words = [...new Set(splitWords(text).filter(isStorable))].slice(0, maxQueryWords);
  const last = words.pop();
  if (last === undefined) return undefined;
  return [quote(ownerId), ...words.map((word) => either(word, '')), either(last, ':*')].join(' & ');
}

/** The word in each spelling in which it may be stored: older versions stored it as it was written. */
function either(word: string, suffix: '' | ':*'): string {
  const spelt = respell(word);
  const stored = new Set([spelt, word, spelt.replaceAll("'", '’')].map(cut));
  return `(${[...stored].map((spelling) => quote(spelling) + suffix).join(' | ')})`;
}

const cut = (word: string): string => cutText(word, maxLength);

function quote(lexeme: string): string {
  return `'${lexeme.replaceAll(/['\\]/g, String.raw`$&$&`)}'`;
}
