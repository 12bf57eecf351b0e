// Written by `npm run generate` from the folders of the languages.
import type { Texts } from '../en/server.ts';
import { texts as en } from '../en/server.ts';
import { texts as ar } from '../ar/server.ts';
import { texts as de } from '../de/server.ts';
import { texts as es } from '../es/server.ts';
import { texts as fr } from '../fr/server.ts';
import { texts as he } from '../he/server.ts';
import { texts as ja } from '../ja/server.ts';
import { texts as pt } from '../pt/server.ts';
import { texts as zh } from '../zh/server.ts';
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
