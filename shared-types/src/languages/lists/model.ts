// Written by `npm run generate` from the folders of the languages.
import type { Texts } from '../en/model.ts';
import { texts as en } from '../en/model.ts';
import { texts as ar } from '../ar/model.ts';
import { texts as de } from '../de/model.ts';
import { texts as es } from '../es/model.ts';
import { texts as fr } from '../fr/model.ts';
import { texts as he } from '../he/model.ts';
import { texts as ja } from '../ja/model.ts';
import { texts as pt } from '../pt/model.ts';
import { texts as zh } from '../zh/model.ts';
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
