import type { Messages } from './messages.ts';

/** Each language is a chunk of its own; a visitor loads one. */
const loaders: Readonly<Record<string, () => Promise<{ default: Messages }>>> = {
  en: () => import('../locales/en.ts'),
  de: () => import('../locales/de.ts'),
  es: () => import('../locales/es.ts'),
  fr: () => import('../locales/fr.ts'),
  pt: () => import('../locales/pt.ts'),
  ar: () => import('../locales/ar.ts'),
  he: () => import('../locales/he.ts'),
  zh: () => import('../locales/zh.ts'),
  ja: () => import('../locales/ja.ts'),
};

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'he']);

/** The first of the wished languages that there is, else English. `wishes` are BCP 47 tags. */
export function pickLocale(wishes: readonly string[]): string {
  for (const wish of wishes) {
    const [language = ''] = wish.toLowerCase().split(/[-_]/);
    // Browsers may still say `iw` for Hebrew, its code until 1989.
    const known = language === 'iw' ? 'he' : language;
    if (Object.hasOwn(loaders, known)) return known;
  }
  return 'en';
}

/** Loads the texts of a language that pickLocale named. */
export async function loadMessages(locale: string): Promise<Messages> {
  const load = loaders[locale] ?? loaders['en'];
  if (load === undefined) throw new Error('no language');
  return (await load()).default;
}

export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale) ? 'rtl' : 'ltr';
}
