// Written by `npm run generate` from the folders of the languages.
import type { Texts } from '../en/consent.ts';
import { texts as en } from '../en/consent.ts';
import { texts as ar } from '../ar/consent.ts';
import { texts as de } from '../de/consent.ts';
import { texts as es } from '../es/consent.ts';
import { texts as fr } from '../fr/consent.ts';
import { texts as he } from '../he/consent.ts';
import { texts as ja } from '../ja/consent.ts';
import { texts as pt } from '../pt/consent.ts';
import { texts as zh } from '../zh/consent.ts';
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
