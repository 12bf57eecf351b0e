import { directionOf } from '@portico/shared-types/languages/choose-language';
import { consoleLanguages, type ConsoleLanguage } from '../text/texts.ts';
import { readStored, writeStored } from './stored.ts';

export type Theme = 'system' | 'light' | 'dark';
export const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** The language chosen in this browser, otherwise the first of the browser's languages that has texts. */
export function readLanguage(): ConsoleLanguage {
  const wishes = [readStored('local', 'language'), ...navigator.languages];
  for (const wish of wishes) {
    const found = consoleLanguages.find((language) => typeof wish === 'string' && wish.split('-')[0] === language);
    if (found !== undefined) return found;
  }
  return 'en';
}

export function keepLanguage(language: ConsoleLanguage): void {
  writeStored('local', 'language', language);
  applyLanguage(language);
}

export function applyLanguage(language: ConsoleLanguage): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

export function readTheme(): Theme {
  const kept = readStored('local', 'theme');
  return themes.find((theme) => theme === kept) ?? 'system';
}

export function keepTheme(theme: Theme): void {
  writeStored('local', 'theme', theme === 'system' ? null : theme);
  applyTheme(theme);
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
