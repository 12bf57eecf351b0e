/**
 * The start of a text, at most `maxCharacters` long. Halves of characters are removed: the server refuses a text with
 * one. Not by toWellFormed, which Firefox ESR 115 doesn't have.
 */
export function cutText(text: string, maxCharacters: number): string {
  return text.slice(0, maxCharacters).replaceAll(/\p{Cs}/gu, '');
}
