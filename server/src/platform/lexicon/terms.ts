// The package has no types; other projects compile this file without seeing the folder.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./snowball-stemmers.d.ts" />
import { createRequire } from 'node:module';
import type * as Snowball from 'snowball-stemmers';
import { foldWord } from '../models/text/words.ts';
import type { Language } from './languages.ts';

const require = createRequire(import.meta.url);

const algorithms: Partial<Record<Language, string>> = {
  en: 'english',
  de: 'german',
  fr: 'french',
  es: 'spanish',
  it: 'italian',
  pt: 'portuguese',
  nl: 'dutch',
  sv: 'swedish',
  da: 'danish',
  no: 'norwegian',
  fi: 'finnish',
  ro: 'romanian',
  hu: 'hungarian',
  tr: 'turkish',
  ru: 'russian',
  ar: 'arabic',
};

/** A longer word is an address, a key or noise: its beginning identifies it well enough, and stemmers stay fast. */
const maxLength = 40;
const maxCached = 60_000;
/** The first letter of Unicode's Hebrew block; Latin, Greek and Cyrillic letters come before it. */
const firstHebrew = 0x0590;
const stemmers = new Map<Language, (word: string) => string>();
let isLoaded = false;

/** True once a word has been stemmed in this process: from then on stemming takes hardly more memory. */
export function isStemmerLoaded(): boolean {
  return isLoaded;
}

/** Whether words of the language are reduced to their stems. */
export function hasStemmer(language: Language): boolean {
  return algorithms[language] !== undefined;
}

const hangul = /^\p{Script=Hangul}{3,}$/u;

/** Particles and verb endings of Korean words, and the prefixes of Hebrew words. */
const koreanEnding =
  /(?:습니까|습니다|합니까|합니다|입니까|입니다|하나요|인가요|되나요|있나요|려면|하면|되면|나요|까요|가요|에서|에게|에는|으로|까지|부터|이나|하는|되는|하기|하고|되고|한다|된다|은|는|이|가|을|를|의|에|와|과|도|로|만|한|할|된|될|요)$/u;
const hebrewPrefix = /^(?:ו?[הבלמשכ])(?=\p{Script=Hebrew}{3,})/u;

/**
 * The term that a word is indexed under: its stem in the language of its text, without accents. A Korean word without
 * its particles may still be a compound, so it is indexed by its pairs of syllables.
 */
export function toTerms(word: string, language: Language | undefined): string[] {
  const short = word.slice(0, maxLength);
  const cut = short.charCodeAt(0) < firstHebrew ? short : stripAffixes(short);
  if (cut.charCodeAt(0) >= firstHebrew && hangul.test(cut))
    return Array.from({ length: cut.length - 1 }, (_, at) => cut.slice(at, at + 2));
  return [language === undefined ? foldWord(cut) : stem(cut, language)];
}

/** A Korean word without its particles and endings, or a Hebrew one without its prefixes. */
export function stripAffixes(word: string): string {
  if (/^\p{Script=Hangul}{3,}$/u.test(word)) {
    const once = word.replace(koreanEnding, '');
    const stripped = once.length >= 3 ? once.replace(koreanEnding, '') : once;
    return stripped.length >= 2 ? stripped : once.length >= 2 ? once : word;
  }
  return /^\p{Script=Hebrew}/u.test(word) ? word.replace(hebrewPrefix, '') : word;
}

function stem(word: string, language: Language): string {
  const known = stemmers.get(language) ?? openStemmer(language);
  stemmers.set(language, known);
  return known(word);
}

function openStemmer(language: Language): (word: string) => string {
  const algorithm = algorithms[language];
  if (algorithm === undefined) return foldWord;
  // Loaded with the first word, as the languages take 7 MB of memory.
  const { newStemmer } = require('snowball-stemmers') as typeof Snowball;
  isLoaded = true;
  const stemmer = newStemmer(algorithm);
  const cache = new Map<string, string>();
  return (word) => {
    const known = cache.get(word);
    if (known !== undefined) return known;
    if (cache.size >= maxCached) cache.clear();
    const plain = word.replace(/['’]s?$/u, '');
    const stemmed = foldWord(/^\p{L}{3,}$/u.test(plain) ? stemmer.stem(plain) : plain);
    cache.set(word, stemmed);
    return stemmed;
  };
}
