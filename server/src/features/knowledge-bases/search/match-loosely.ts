import { foldWord, readWords } from '../../../platform/models/text/words.ts';

/** Shorter words share their beginning with too many others. */
const minLength = 4;
/** Number of different words of a chunk that are compared with the question's. */
const maxWords = 1_500;
const spaced = /^(?!.*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L}+$/u;

/**
 * How similar the text's words are to each of these folded words that its terms lack, 0 to 1: inflections that no
 * stemmer knows ("cancellation" for "cancel") and parts of compounds ("Werkstatt" in "Fahrradwerkstatt").
 */
export function matchLoosely(words: readonly string[], text: string): number[] {
  const wanted = words.map((word) => word.length >= minLength && spaced.test(word));
  if (!wanted.includes(true)) return words.map(() => 0);
  const held = [...new Set(readWords(text))].slice(0, maxWords).map(foldWord);
  return words.map((word, index) => {
    let best = 0;
    if (wanted[index] === true) for (const other of held) best = Math.max(best, compare(word, other));
    return best;
  });
}

function compare(word: string, other: string): number {
  if (other.length < minLength) return 0;
  const [shorter, longer] = word.length < other.length ? [word, other] : [other, word];
  let same = 0;
  while (same < shorter.length && shorter[same] === longer[same]) same += 1;
  const isLong = same >= 0.6 * longer.length;
  if (same >= 5 && isLong) return 0.8;
  if (shorter.length >= 5 && longer.includes(shorter)) return 0.7;
  if (same >= minLength && isLong) return 0.5;
  return same >= 5 ? 0.4 : 0;
}
