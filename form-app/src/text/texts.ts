import { formatSize, formatSizeLimit } from '@portico/browser-kit/format-size';
import type { MessageKey, Messages } from './messages.ts';

export type TextValues = Readonly<Record<string, string | number>>;

/** The texts and number formats of one language. */
export interface Texts {
  readonly locale: string;
  /** The text of a key; a `count` among the values selects its plural form. */
  say(key: MessageKey, values?: TextValues): string;
  formatCount(count: number): string;
  formatPercent(share: number): string;
  /** A size in bytes as KB or MB. */
  formatSize(bytes: number): string;
  /** The maximum size of a file. */
  formatSizeLimit(bytes: number): string;
  formatSeconds(seconds: number): string;
  /** A time, given in milliseconds since 1970, as a clock time. */
  formatTime(at: number): string;
  /** A list of names joined in the language's style. */
  formatNames(names: readonly string[]): string;
}

export function createTexts(locale: string, messages: Messages): Texts {
  const plural = new Intl.PluralRules(locale);
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });

  const pickForm = (key: MessageKey, values: TextValues): string => {
    const text = messages[key];
    if (typeof text === 'string') return text;
    return text[plural.select(Number(values['count'] ?? 0))] ?? text.other;
  };
  const unit = (value: number, name: string, digits = 0) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    }).format(value);

  return {
    locale,
    say: (key, values = {}) =>
      pickForm(key, values).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')),
    formatCount: (count) => number.format(count),
    formatPercent: (share) => percent.format(share),
    formatSize: (bytes) => formatSize(locale, bytes),
    formatSizeLimit: (bytes) => formatSizeLimit(locale, bytes),
    formatSeconds: (seconds) =>
      seconds < 120 ? unit(Math.ceil(seconds), 'second') : unit(Math.ceil(seconds / 60), 'minute'),
    formatTime: (at) => clock.format(at),
    formatNames: (names) => list.format(names),
  };
}
