import { formatSize } from '@portico/browser-kit/format-size';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { MessageKey, Messages } from './messages.ts';

/** The texts and formats of one language. */
export interface Texts {
  say(key: MessageKey, values?: Readonly<Record<string, string | number>>): string;
  formatCount(count: number): string;
  /** A share from 0 to 1. */
  formatPercent(share: number): string;
  /** A size in bytes as KB or MB. */
  formatSize(bytes: number): string;
  /** An ISO 8601 time as a date with hours and minutes. */
  formatTime(time: string): string;
}

export function createTexts(locale: string, messages: Messages): Texts {
  const count = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const clock = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return {
    say: (key, values = {}) =>
      messages[key].replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place)),
    formatCount: (value) => count.format(value),
    formatPercent: (share) => percent.format(share),
    formatSize: (bytes) => formatSize(locale, bytes),
    formatTime: (time) => clock.format(new Date(time)),
  };
}

export const TextsContext = createContext<Texts | null>(null);

/** The page's texts. Throws outside of their provider. */
export function useTexts(): Texts {
  const texts = useContext(TextsContext);
  if (texts === null) throw new Error('the texts have no provider');
  return texts;
}
