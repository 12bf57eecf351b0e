import type { Request } from 'express';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';
import { ja } from './ja.ts';
import { pt } from './pt.ts';
import type { PageTexts } from './texts.ts';
import { zh } from './zh.ts';

const catalogue: Readonly<Record<string, PageTexts>> = { en, de, es, fr, pt, ar, he, zh, ja };
const rightToLeft: ReadonlySet<string> = new Set(['ar', 'he']);

export interface PageLanguage {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: PageTexts;
}

/** The language of a page: the browser's if the front ends support it, else English. */
export function choosePageLanguage(request: Request): PageLanguage {
  const language = request.acceptsLanguages(Object.keys(catalogue)) || 'en';
  return { language, direction: rightToLeft.has(language) ? 'rtl' : 'ltr', texts: catalogue[language] ?? en };
}
