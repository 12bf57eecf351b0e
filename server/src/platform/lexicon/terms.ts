// The package has no types; other projects compile this file without seeing the folder.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./snowball-stemmers.d.ts" />
import { newStemmer } from 'snowball-stemmers';
import { foldWord } from '../models/text/words.ts';
import type { Language } from './languages.ts';

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

/** A longer word is an address, a key or noise: its beginning names it well enough, and stemmers stay fast. */
const maxLength = 40;
const maxCached = 60_000;
const stemmers = new Map<Language, (word: string) => string>();
const hangul = /^\p{Script=Hangul}{3,}$/u;

/**
 * What a word is found by: its stem in the language of its text, without accents. A Korean word carries its particles
 * as endings that no stemmer here knows, so it is found by its pairs of syllables.
 */
export function toTerms(word: string, language: Language | undefined): string[] {
  const cut = word.slice(0, maxLength);
  if (hangul.test(cut)) return Array.from({ length: cut.length - 1 }, (_, at) => cut.slice(at, at + 2));
  return [language === undefined ? foldWord(cut) : stem(cut, language)];
}

function stem(word: string, language: Language): string {
  const known = stemmers.get(language) ?? openStemmer(language);
  stemmers.set(language, known);
  return known(word);
}

function openStemmer(language: Language): (word: string) => string {
  const algorithm = algorithms[language];
  if (algorithm === undefined) return foldWord;
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
