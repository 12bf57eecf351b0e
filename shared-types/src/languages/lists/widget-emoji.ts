// Written by `npm run generate` from the folders of the languages.
import type { Texts } from '../en/widget-emoji.ts';
import { texts as en } from '../en/widget-emoji.ts';
import { texts as ar } from '../ar/widget-emoji.ts';
import { texts as de } from '../de/widget-emoji.ts';
import { texts as es } from '../es/widget-emoji.ts';
import { texts as fr } from '../fr/widget-emoji.ts';
import { texts as he } from '../he/widget-emoji.ts';
import { texts as ja } from '../ja/widget-emoji.ts';
import { texts as pt } from '../pt/widget-emoji.ts';
import { texts as zh } from '../zh/widget-emoji.ts';
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
