import { speakable } from '@portico/browser-kit/markdown/plain-text';

/** A piece of a text; `isMatch` if it begins a word of the query. */
export interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Characters of a passage that are shown, and before the first match. */
const shownCharacters = 180;
const charactersBefore = 60;
const maxWords = 12;
/** The beginning of a word; anywhere in scripts that have no spaces or join their prefixes. */
const start = String.raw`(?:(?<![\p{L}\p{N}])|(?=\p{Lo}))`;

/** Matches the beginnings of words that a query has; undefined if it has none that distinguish texts. */
export function patternOf(query: string): RegExp | undefined {
  // Short words of Latin letters, like “of”, are everywhere; those of other scripts have a meaning.
  const words = (query.match(/[\p{L}\p{N}]{3,}|[^\p{ASCII}\p{P}\s]+/gu) ?? []).slice(0, maxWords);
  return words.length === 0 ? undefined : new RegExp(`${start}(?:${words.join('|')})`, 'giu');
}

/** The part of a text around the first word of the query, as plain text, with these words marked. */
export function markWords(content: string, query: string): Piece[] {
  const text = speakable(content).replace(/\s+/g, ' ');
  const pattern = patternOf(query);
  const first = pattern === undefined ? -1 : text.search(pattern);
  const from = first <= charactersBefore ? 0 : text.indexOf(' ', first - charactersBefore) + 1;
  const shown = text.slice(from, from + shownCharacters).toWellFormed();
  const whole = `${from > 0 ? '… ' : ''}${shown}${from + shownCharacters < text.length ? '…' : ''}`;
  if (pattern === undefined) return [{ text: whole, isMatch: false }];
  const pieces: Piece[] = [];
  let end = 0;
  for (const { index, 0: match } of whole.matchAll(pattern)) {
    if (index > end) pieces.push({ text: whole.slice(end, index), isMatch: false });
    pieces.push({ text: match, isMatch: true });
    end = index + match.length;
  }
  return end < whole.length ? [...pieces, { text: whole.slice(end), isMatch: false }] : pieces;
}
