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
  const most = typed.length >= longWord ? 2 : 1;
  if (Math.abs(typed.length - word.length) > most) return undefined;
  const slips = alignmentDistance(typed, word, most);
  return slips <= most ? slips : undefined;
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

/** The last rows of the table of distances. A word has up to 24 letters, of two UTF-16 units each at most. */
const rows = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)] as const;

function sortLetters(word: string): string {
  return Array.from(word).toSorted().join('');
}

/**
 * Optimal string alignment distance (Damerau–Levenshtein without repeated edits of the same position); a number above
 * `most` if it exceeds this. Only alignments that are shifted by at most `most` letters are tried: a question may be
 * compared with thousands of words.
 */
function alignmentDistance(a: string, b: string, most: number): number {
  let [before, last, row] = [rows[0], rows[1], rows[2]];
  for (let j = 0; j <= b.length; j += 1) last[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    const [from, to] = [Math.max(1, i - most), Math.min(b.length, i + most)];
    row[from - 1] = from === 1 ? i : most + 1;
    for (let j = from; j <= to; j += 1) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row[j] = least;
    }
    row[to + 1] = most + 1;
    [before, last, row] = [last, row, before];
  }
  return last[b.length] ?? 0;
}
