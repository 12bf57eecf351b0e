import { formatSize } from '@portico/browser-kit/format-size';
import { useMemo } from 'preact/hooks';
import { useLanguage } from './use-texts.ts';

export interface Formats {
  number(value: number): string;
  /** With all of its decimals. */
  exact(value: number): string;
  /** A whole number, which is 0 % or 100 % for nothing or everything only. */
  percent(share: number): string;
  /** In KB or MB. */
  bytes(count: number): string;
  /** In readable form: 340 ms, 2.1 sec, 4 min, 3.5 hr, 2 days. */
  duration(milliseconds: number): string;
  /** Like "3 minutes ago"; older than a week is the date. */
  relative(at: string, now: number): string;
  dateTime(at: string): string;
  /** Of a date without a time, the zone is 'UTC'. */
  date(at: string, timeZone?: string): string;
  /** Day and month; a date without a time needs no zone. */
  day(at: string, timeZone?: string): string;
  list(names: readonly string[]): string;
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

function createFormats(language: string): Formats {
  const number = new Intl.NumberFormat(language);
  const exact = new Intl.NumberFormat(language, { maximumFractionDigits: 20, useGrouping: 'min2' });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const names = new Intl.ListFormat(language, { type: 'conjunction' });
  // A number and its unit stay on one line.
  const unit = (value: number, name: string, digits = 0): string =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    })
      .format(value)
      .replaceAll(' ', '\u00A0');

  return {
    number: (value) => number.format(value),
    exact: (value) => exact.format(value),
    percent: (share) => percent.format(share > 0 && share < 1 ? Math.min(Math.max(share, 0.01), 0.99) : share),
    bytes: (count) => formatSize(language, count).replaceAll(' ', '\u00A0'),
    duration: (milliseconds) => {
      if (milliseconds < 1_000) return unit(Math.round(milliseconds), 'millisecond');
      if (milliseconds < 90_000) return unit(milliseconds / 1_000, 'second', 1);
      if (milliseconds < 7_200_000) return unit(Math.round(milliseconds / 60_000), 'minute');
      if (milliseconds < 172_800_000) return unit(milliseconds / 3_600_000, 'hour', 1);
      return unit(milliseconds / 86_400_000, 'day', 1);
    },
    relative: (at, now) => {
      const distance = new Date(at).getTime() - now;
      if (Math.abs(distance) > 7 * 86_400_000) return date.format(new Date(at));
      const [name, size] = steps.find(([, milliseconds]) => Math.abs(distance) >= milliseconds) ?? ['second', 0];
      if (size === 0) return relative.format(0, 'second');
      // What was due in seven days a moment ago is not due in six.
      return relative.format(distance > 0 ? Math.round(distance / size) : Math.trunc(distance / size), name);
    },
    dateTime: (at) => dateTime.format(new Date(at)),
    date: (at, timeZone) =>
      (timeZone === undefined ? date : new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone })).format(
        new Date(at),
      ),
    day: (at, timeZone = 'UTC') =>
      new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone }).format(new Date(at)),
    list: (items) => names.format(items),
  };
}

/** The formats of numbers, sizes and times in the member's language. */
export function useFormats(): Formats {
  const { language } = useLanguage();
  return useMemo(() => createFormats(language), [language]);
}
