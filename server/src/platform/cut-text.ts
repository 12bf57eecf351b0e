/** The start of a text, at most `maxCharacters` long, well-formed, and without half of a character at its end. */
export function cutText(text: string, maxCharacters: number): string {
  const end = /[\ud800-\udbff]/.test(text.charAt(maxCharacters - 1)) ? maxCharacters - 1 : maxCharacters;
  return text.slice(0, end).toWellFormed();
}

/** A text of at most `maxCharacters`, which ends with an ellipsis if it was cut. */
export function shortenText(text: string, maxCharacters: number): string {
  return text.length > maxCharacters ? `${cutText(text, maxCharacters - 1)}…` : text;
}
