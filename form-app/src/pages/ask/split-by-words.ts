export interface TextPart {
  /** Offset in the text. */
  at: number;
  part: string;
  isHit: boolean;
}

/**
 * The words of a question that are highlighted: three letters or more, two outside ASCII, where words can be that
 * short.
 */
export function findWords(question: string): string[] {
  return (question.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter(
    (word) => word.length > 2 || /[^\p{ASCII}]{2}/u.test(word),
  );
}

/** Splits a text at the question's words, case-insensitive. */
export function splitByWords(text: string, question: string): TextPart[] {
  const words = findWords(question);
  if (words.length === 0) return [{ at: 0, part: text, isHit: false }];
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'giu'));
  let at = 0;
  return parts
    .map((part, index) => {
      const start = at;
      at += part.length;
      return { at: start, part, isHit: index % 2 === 1 };
    })
    .filter(({ part }) => part !== '');
}
