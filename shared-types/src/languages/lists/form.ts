// Written by `npm run generate` from the folders of the languages.
import type { Texts } from '../en/form.ts';
import type { Language } from './languages.ts';

export const loaders: Readonly<Record<Language, () => Promise<{ texts: Texts }>>> = {
  en: () => import('../en/form.ts'),
  ar: () => import('../ar/form.ts'),
  de: () => import('../de/form.ts'),
  es: () => import('../es/form.ts'),
  fr: () => import('../fr/form.ts'),
  he: () => import('../he/form.ts'),
  ja: () => import('../ja/form.ts'),
  pt: () => import('../pt/form.ts'),
  zh: () => import('../zh/form.ts'),
};
