import { texts as en } from '@portico/shared-types/languages/en/widget';
import type { Texts } from '@portico/shared-types/languages/en/widget';
import type { Language } from '@portico/shared-types/languages/lists/languages';
import { loaders } from '@portico/shared-types/languages/lists/widget';

/** The texts of a language. Rejects if they can't be loaded. */
export async function loadTexts(language: Language): Promise<Texts> {
  return language === 'en' ? en : (await loaders[language]()).texts;
}

/** Replaces the `{…}` placeholders of a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
