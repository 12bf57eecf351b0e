// Written by `npm run generate` from the folders of the languages.
import type { Texts } from '../en/widget-beginning.ts';
import { texts as en } from '../en/widget-beginning.ts';
import { texts as ar } from '../ar/widget-beginning.ts';
import { texts as de } from '../de/widget-beginning.ts';
import { texts as es } from '../es/widget-beginning.ts';
import { texts as fr } from '../fr/widget-beginning.ts';
import { texts as he } from '../he/widget-beginning.ts';
import { texts as ja } from '../ja/widget-beginning.ts';
import { texts as pt } from '../pt/widget-beginning.ts';
import { texts as zh } from '../zh/widget-beginning.ts';
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
