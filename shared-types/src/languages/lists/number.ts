// Written by `npm run generate` from the folders of the languages.
import type { Texts } from '../en/number.ts';
import { texts as en } from '../en/number.ts';
import { texts as ar } from '../ar/number.ts';
import { texts as de } from '../de/number.ts';
import { texts as es } from '../es/number.ts';
import { texts as fr } from '../fr/number.ts';
import { texts as he } from '../he/number.ts';
import { texts as ja } from '../ja/number.ts';
import { texts as pt } from '../pt/number.ts';
import { texts as zh } from '../zh/number.ts';
import type { Language } from './languages.ts';

export const textsByLanguage: Readonly<Record<string, Texts> & Record<Language, Texts>> = {
  en,
  ar,
  de,
  es,
  fr,
  he,
  ja,
  pt,
  zh,
};
