/** Cuts a text at the question's words of three letters or more (two where the script needs no spaces), any case. */
export function splitByWords(text: string, question: string): { part: string; isHit: boolean }[] {
  const words = (question.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter(
    (word) => word.length > 2 || /[^\p{ASCII}]{2}/u.test(word),
  );
  if (words.length === 0) return [{ part: text, isHit: false }];
  const hits = new RegExp(`(${words.map((word) => word.replace(/[^\p{L}\p{M}\p{N}]/gu, '')).join('|')})`, 'giu');
  return text
    .split(hits)
    .map((part, index) => ({ part, isHit: index % 2 === 1 }))
    .filter(({ part }) => part !== '');
}
