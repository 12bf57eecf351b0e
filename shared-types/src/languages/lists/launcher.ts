// Written by `npm run generate` from the folders of the languages.
import type { Texts } from '../en/launcher.ts';
import { texts as en } from '../en/launcher.ts';
import { texts as ar } from '../ar/launcher.ts';
import { texts as de } from '../de/launcher.ts';
import { texts as es } from '../es/launcher.ts';
import { texts as fr } from '../fr/launcher.ts';
import { texts as he } from '../he/launcher.ts';
import { texts as ja } from '../ja/launcher.ts';
import { texts as pt } from '../pt/launcher.ts';
import { texts as zh } from '../zh/launcher.ts';
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
