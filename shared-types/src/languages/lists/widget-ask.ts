// Written by `npm run generate` from the folders of the languages.
import type { Texts } from '../en/widget-ask.ts';
import { texts as en } from '../en/widget-ask.ts';
import { texts as ar } from '../ar/widget-ask.ts';
import { texts as de } from '../de/widget-ask.ts';
import { texts as es } from '../es/widget-ask.ts';
import { texts as fr } from '../fr/widget-ask.ts';
import { texts as he } from '../he/widget-ask.ts';
import { texts as ja } from '../ja/widget-ask.ts';
import { texts as pt } from '../pt/widget-ask.ts';
import { texts as zh } from '../zh/widget-ask.ts';
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
