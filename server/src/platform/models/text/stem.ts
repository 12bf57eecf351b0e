/** Reduces a folded lower-case word to the part that its inflections share. */
export type Stem = (word: string) => string;

const cache = new Map<string, string>();
const maxCached = 50_000;
/** No real word is longer; the suffix rules are quadratic in its length. */
const maxWord = 64;

/**
 * A light stem, so that "installs", "installing" and "installation" match. English suffixes only; other languages are
 * nearly unchanged and are matched by their beginnings. Takes a lower-case word without accents.
 */
export function stemWord(word: string): string {
  if (word.length < 4 || word.length > maxWord) return word.slice(0, maxWord);
  const known = cache.get(word);
  if (known !== undefined) return known;
  if (cache.size >= maxCached) cache.clear();
  const stem = stripSuffixes(word);
  cache.set(word, stem);
  return stem;
}

function stripSuffixes(word: string): string {
  let stem = word.replace(/['’](?:s|t|re|ve|ll|d|m)?$/u, '');
  if (!/^[a-z]{4,}$/u.test(stem)) return stem;
  stem = stripPlural(stem);
  if (/[aeiouy].*ing$/u.test(stem) && stem.length > 5) stem = undouble(stem.slice(0, -3));
  else if (/[aeiouy].*[^e]ed$/u.test(stem) && stem.length > 5) stem = undouble(stem.slice(0, -2));
  else if (/[st]ion$/u.test(stem) && stem.length > 6) stem = stem.slice(0, -3);
  if (stem.endsWith('ly') && stem.length > 5) stem = stem.slice(0, -2);
  if (stem.endsWith('ment') && stem.length > 7) stem = stem.slice(0, -4);
  if (stem.length > 4) stem = stem.replace(/e$/u, '');
  if (stem.endsWith('at') && stem.length > 6) stem = stem.slice(0, -2);
  return stem.replace(/y$/u, 'i');
}

function stripPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/u.test(word)) return word.slice(0, -2);
  return /[^siu]s$/u.test(word) ? word.slice(0, -1) : word;
}

function undouble(stem: string): string {
  return /([^aeiouylsz])\1$/u.test(stem) ? stem.slice(0, -1) : stem;
}
