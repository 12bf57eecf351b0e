// Written by `npm run generate` from the folders of the languages.
import type { Texts } from '../en/widget.ts';
import type { Language } from './languages.ts';

export const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ texts: Texts }>>> = {
  ar: () => import('../ar/widget.ts'),
  de: () => import('../de/widget.ts'),
  es: () => import('../es/widget.ts'),
  fr: () => import('../fr/widget.ts'),
  he: () => import('../he/widget.ts'),
  ja: () => import('../ja/widget.ts'),
  pt: () => import('../pt/widget.ts'),
  zh: () => import('../zh/widget.ts'),
};
