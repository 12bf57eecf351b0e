import { type Language, languages, rightToLeft } from './lists/languages.ts';

/** Returns the first of the preferred languages (BCP 47 tags: `pt-BR` is `pt`) that has texts, otherwise English. */
export function chooseLanguage(wishes: readonly (string | null | undefined)[]): Language {
  for (const wish of wishes) {
    // Browsers may still report `iw` for Hebrew, its code until 1989.
    const language = (wish ?? '').toLowerCase().split(/[-_]/)[0]?.replace(/^iw$/, 'he');
    const found = languages.find((known) => known === language);
    if (found) return found;
  }
  return 'en';
}

/** The writing direction of a language. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(language) ? 'rtl' : 'ltr';
}
