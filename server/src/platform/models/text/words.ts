import type { Language } from '../../lexicon/languages.ts';
import { cutText } from '../../cut-text.ts';
import { isStopWord } from './stop-words.ts';
import { type Stem, stemWord } from './stem.ts';

// A mark alone (an accent without its letter) is not a word: folding it leaves nothing.
const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’]\p{L}+)?/gu;
// Scripts written without spaces between words: only these need the dictionary of Intl.Segmenter.
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
/** French and Italian prefixes before a vowel: "l'adhésion", "dell'ordine". */
const elision =
  /^(?:[cdgjlmnstv]|qu|gl|un|all|dall|dell|nell|sull|quest|quell|jusqu|lorsqu|puisqu)['’](?=[aeiouhyàâäéèêëîïìíôöòóùûüúœæ]\p{L})/u;
/** Maximum characters, with compatibility forms folded: one ligature can become eighteen letters. */
const maxNormal = 1_048_576;
/** Maximum characters of one run that the segmenter reads at once: untrusted text without spaces is cut there. */
const maxRun = 2_000;

/**
 * The words of a text in order, in lower case with compatibility forms folded and accents kept, as stemmers require.
 */
export function readWords(text: string): string[] {
  const found: string[] = [];
  const normal = normalise(text.toLowerCase());
  const hasSpaceless = spaceless.test(normal);
  for (const run of normal.match(words) ?? []) {
    if (hasSpaceless) found.push(...divideRun(run));
    else found.push(dropElision(run));
  }
  return found;
}

/**
 * The distinct words of a text, folded, in the order in which they first occur; at most `limit`. A text that repeats its
 * words costs little more than finding them.
 */
export function distinctWords(text: string, limit: number): string[] {
  const found = new Set<string>();
  const normal = cutText(normalise(text.toLowerCase()), maxNormal);
  for (const run of new Set(normal.match(words))) {
    for (const word of divideRun(run)) found.add(foldWord(word));
    if (found.size >= limit) break;
  }
  return [...found].slice(0, limit);
}

/** The words of a run of letters: itself, or several in a script without spaces. */
function divideRun(run: string): string[] {
  if (!spaceless.test(run)) return [dropElision(run)];
  const found: string[] = [];
  for (let at = 0; at < run.length; at += maxRun)
    for (const { segment, isWordLike } of segmenter.segment(run.slice(at, at + maxRun)))
      if (isWordLike) found.push(segment);
  return found;
}

/** Most words have no apostrophe, and the search for one is faster than the expression. */
function dropElision(run: string): string {
  return run.includes("'") || run.includes('’') ? run.replace(elision, '') : run;
}

function normalise(lower: string): string {
  return isAscii(lower) ? lower : lower.normalize('NFKC');
}

/** A word without its accents, for comparison. */
export function foldWord(word: string): string {
  if (isAscii(word)) return word;
  return word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC');
}

/** Plain ASCII needs no normalisation, and most text is. */
function isAscii(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- the range is ASCII itself
  return /^[\u0000-\u007f]*$/u.test(text);
}

/** The words of a text in order, folded; `OPENAI_API_KEY` is three words. */
export function splitWords(text: string): string[] {
  return readWords(text).map(foldWord);
}

/** Two or three words with hyphens between them, such as "Wi-Fi" and "check-in". */
const hyphenated = /(?<![\p{L}\p{N}-])\p{L}{1,12}(?:-\p{L}{1,12}){1,2}(?![\p{L}\p{N}-])/gu;

/** The hyphenated words of a text, folded and without their hyphens, as many people write them. */
export function readJoined(text: string): string[] {
  return Array.from(normalise(text.toLowerCase()).match(hyphenated) ?? [], (word) =>
    foldWord(word.replaceAll('-', '')),
  );
}

/** Stems of the words that are not stop words, in order, repeats included. */
export function topicStems(text: string, language?: Language, stem: Stem = stemWord): string[] {
  return splitWords(text)
    .filter((word) => !isStopWord(word, language))
    .map(stem);
}
