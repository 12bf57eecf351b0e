/** Words of fewer letters have too many neighbours, longer ones are rarely typed. */
const spellable = /^(?!\p{Script=Hangul})\p{L}{4,24}$/u;
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** From so many letters on two slips are forgiven. */
const longWord = 8;

/** Whether a folded word takes part in the correction of spelling: whole words of letters, in scripts that are written without spaces. */
export function isSpellable(word: string): boolean {
  return spellable.test(word) && !spaceless.test(word);
}

/** The word and what is left of it with one letter gone: two words with a common entry are at most two slips apart. */
export function listDeletions(word: string): string[] {
  const entries = new Set([word]);
  for (let at = 0; at < word.length; at += 1) entries.add(word.slice(0, at) + word.slice(at + 1));
  return [...entries];
}

/** The number of slips (a letter too many, missing, wrong, or swapped with the next) if few enough to be the same word. */
export function countSlips(typed: string, word: string): number | undefined {
  const slips = alignmentDistance(typed, word);
  return slips <= (typed.length >= longWord ? 2 : 1) ? slips : undefined;
}

/** Optimal string alignment distance (Damerau–Levenshtein without repeated edits of one place). */
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
