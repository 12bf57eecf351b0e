// Written by `npm run generate` from the folders of the languages.
import type { Texts } from '../en/persona.ts';
import type { Language } from './languages.ts';

export const loaders: Readonly<Record<Language, () => Promise<{ texts: Texts }>>> = {
  en: () => import('../en/persona.ts'),
  ar: () => import('../ar/persona.ts'),
  de: () => import('../de/persona.ts'),
  es: () => import('../es/persona.ts'),
  fr: () => import('../fr/persona.ts'),
  he: () => import('../he/persona.ts'),
  ja: () => import('../ja/persona.ts'),
  pt: () => import('../pt/persona.ts'),
  zh: () => import('../zh/persona.ts'),
};
