/** Marks that change the direction of the text after them: with one, a stranger's name reorders what is shown beside it. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text without marks of direction. */
export function withoutDirections(text: string): string {
  return text.replaceAll(directions, '');
}

/** The same as one line: line breaks and other control characters become spaces. */
export function toOneLine(text: string): string {
  return withoutDirections(text)
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}
