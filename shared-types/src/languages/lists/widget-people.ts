// Written by `npm run generate` from the folders of the languages.
import type { Texts } from '../en/widget-people.ts';
import { texts as en } from '../en/widget-people.ts';
import { texts as ar } from '../ar/widget-people.ts';
import { texts as de } from '../de/widget-people.ts';
import { texts as es } from '../es/widget-people.ts';
import { texts as fr } from '../fr/widget-people.ts';
import { texts as he } from '../he/widget-people.ts';
import { texts as ja } from '../ja/widget-people.ts';
import { texts as pt } from '../pt/widget-people.ts';
import { texts as zh } from '../zh/widget-people.ts';
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
