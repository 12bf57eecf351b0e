// Written by `npm run generate` from the folders of the languages.
import type { Texts } from '../en/widget-voice.ts';
import { texts as en } from '../en/widget-voice.ts';
import { texts as ar } from '../ar/widget-voice.ts';
import { texts as de } from '../de/widget-voice.ts';
import { texts as es } from '../es/widget-voice.ts';
import { texts as fr } from '../fr/widget-voice.ts';
import { texts as he } from '../he/widget-voice.ts';
import { texts as ja } from '../ja/widget-voice.ts';
import { texts as pt } from '../pt/widget-voice.ts';
import { texts as zh } from '../zh/widget-voice.ts';
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
