import { en } from './en.ts';
import type { Texts } from './en.ts';

type Load = () => Promise<{ texts: Texts }>;

/** Every language but English is a chunk of its own, so that a visitor loads one. */
const loaders: Readonly<Record<string, Load>> = {
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  pt: () => import('./pt.ts'),
  ar: () => import('./ar.ts'),
  he: () => import('./he.ts'),
  zh: () => import('./zh.ts'),
  ja: () => import('./ja.ts'),
};

export const languages: readonly string[] = ['en', ...Object.keys(loaders)];

/** The first wish we have texts for, by its language (`pt-BR` is `pt`, `iw` is `he`); English otherwise. */
export function chooseLanguage(wishes: readonly (string | null | undefined)[]): string {
  for (const wish of wishes) {
    const language = (wish ?? '').toLowerCase().split(/[-_]/)[0]?.replace(/^iw$/, 'he') ?? '';
    if (languages.includes(language)) return language;
  }
  return 'en';
}

/** Texts of a language; English where it can't be loaded. */
export async function loadTexts(language: string): Promise<Texts> {
  try {
    return (await loaders[language]?.())?.texts ?? en;
  } catch {
    return en;
  }
}

export const isRightToLeft = (language: string): boolean => language === 'ar' || language === 'he';

/** Puts values into a text's `{…}`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
