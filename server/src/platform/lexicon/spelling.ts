/** Shorter words have too many neighbours, longer ones are rarely typed. */
const spellable = /^(?!\p{Script=Hangul})\p{L}{4,24}$/u;
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Words of at least this length may have two slips. */
const longWord = 8;

/**
 * Whether the spelling of a folded word is corrected: only whole words of letters, in scripts that separate words by
 * spaces.
 */
export function isSpellable(word: string): boolean {
  return spellable.test(word) && !spaceless.test(word);
}

/** The word and its variants without one letter: two words with a common variant are at most two slips apart. */
export function listDeletions(word: string): string[] {
  const entries = new Set([word]);
  for (let at = 0; at < word.length; at += 1) entries.add(word.slice(0, at) + word.slice(at + 1));
  return [...entries];
}

/** The number of slips (a letter too many, missing, wrong, or swapped with the next) if they are few enough. */
export function countSlips(typed: string, word: string): number | undefined {
  const slips = alignmentDistance(typed, word);
  return slips <= (typed.length >= longWord ? 2 : 1) ? slips : undefined;
}

/**
 * How likely a word was meant by a typed one, 0 to 1. An unknown short word is one slip away from several others, and
 * more likely a different word. Swapped, doubled and missing letters are slips; a different letter makes a different
 * word.
 */
export function trustCorrection(typed: string, word: string, slips: number): number {
  const byLength = typed.length < 6 ? 0.4 : typed.length < longWord ? 0.6 : 0.9;
  const replaces = typed.length === word.length && sortLetters(typed) !== sortLetters(word);
  const begins = typed.charAt(0) === word.charAt(0);
  return byLength * (replaces ? 0.7 : 1) * (begins ? 1 : 0.7) * (slips > 1 ? 0.7 : 1);
}

function sortLetters(word: string): string {
  return Array.from(word).toSorted().join('');
}

/** Optimal string alignment distance (Damerau–Levenshtein without repeated edits of the same position). */
function alignmentDistance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
