/** The start of a text, at most `maxCharacters` long and never with half of a surrogate pair at its end. */
export function cutText(text: string, maxCharacters: number): string {
  const end = /[\ud800-\udbff]/.test(text.charAt(maxCharacters - 1)) ? maxCharacters - 1 : maxCharacters;
  return text.length <= maxCharacters ? text : text.slice(0, end);
}
