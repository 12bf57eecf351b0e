// Written by `npm run generate` from the folders of the languages.
import type { Texts } from '../en/widget-follow-ups.ts';
import { texts as en } from '../en/widget-follow-ups.ts';
import { texts as ar } from '../ar/widget-follow-ups.ts';
import { texts as de } from '../de/widget-follow-ups.ts';
import { texts as es } from '../es/widget-follow-ups.ts';
import { texts as fr } from '../fr/widget-follow-ups.ts';
import { texts as he } from '../he/widget-follow-ups.ts';
import { texts as ja } from '../ja/widget-follow-ups.ts';
import { texts as pt } from '../pt/widget-follow-ups.ts';
import { texts as zh } from '../zh/widget-follow-ups.ts';
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
