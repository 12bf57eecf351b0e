import type { Language } from '@portico/browser-kit/languages';
import { en } from './en.ts';
import type { Texts } from './en.ts';

type Load = () => Promise<{ texts: Texts }>;

/** Every language except English is a separate chunk, so that a visitor loads only one. */
const loaders: Readonly<Record<Exclude<Language, 'en'>, Load>> = {
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  pt: () => import('./pt.ts'),
  ar: () => import('./ar.ts'),
  he: () => import('./he.ts'),
  zh: () => import('./zh.ts'),
  ja: () => import('./ja.ts'),
};

/** The texts of a language; English if they can't be loaded. */
export async function loadTexts(language: Language): Promise<Texts> {
  try {
    return language === 'en' ? en : (await loaders[language]()).texts;
  } catch {
    return en;
  }
}

/** Replaces the `{…}` placeholders of a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
