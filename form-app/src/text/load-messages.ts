import type { Language } from '@portico/browser-kit/languages';
import type { Messages } from './messages.ts';

/** Each language is a separate chunk; a visitor loads one. */
const loaders: Readonly<Record<Language, () => Promise<{ default: Messages }>>> = {
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

/** Loads the texts of a language. Rejects if they can't be loaded. */
export async function loadMessages(language: Language): Promise<Messages> {
  return (await loaders[language]()).default;
}
