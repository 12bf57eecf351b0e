import { isRecord } from '../../is-record.ts';
import { listValues, readText, type Thing, toLine } from './find-nodes.ts';

/** Days in the order of schema.org's short names. */
const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
/** A Monday. */
const monday = Date.UTC(2026, 0, 5);
const clock = /(?<!\d)([01]?\d|2[0-4]):([0-5]\d)/;

/** The opening hours of a business, a line for the days with the same ones, in a language. */
export function listHours(business: Thing, language: string, closed: string): string[] {
  const hours = new Map<number, string[]>();
  const add = (day: number, span: string): void => {
    const known = hours.get(day) ?? [];
    if (!known.includes(span)) hours.set(day, [...known, span]);
  };
  const lines: string[] = [];
  for (const each of listValues(business, 'openingHoursSpecification')) {
    if (!isRecord(each)) continue;
    const text = readSpan(each, closed);
    const given = listValues(each, 'dayOfWeek');
    const named = given.map(readDay).filter((day) => day >= 0);
    // Hours of public holidays are not those of every day.
    if (text === undefined || (given.length > 0 && named.length === 0)) continue;
    const [from, to] = [readText(each, 'validFrom').slice(0, 10), readText(each, 'validThrough').slice(0, 10)];
    if (from !== '' || to !== '') {
      const names = nameDays(named, language);
      lines.push(`${from === to ? from : `${from} – ${to}`.trim()}${names === '' ? '' : `, ${names}`}: ${text}`);
    } else for (const day of named.length === 0 ? days.keys() : named) add(day, text);
  }
  for (const each of listValues(business, 'openingHours')) {
    const spans = readShort(toLine(each));
    for (const [day, span] of spans) add(day, span);
    // "Fr 9am-5pm" is not a form of schema.org, but can be read.
    if (spans.length === 0 && /\d/.test(toLine(each))) lines.push(toLine(each));
  }
  return [...groupDays(hours, language), ...lines];
}

/** "09:00–17:00", or that it is closed; undefined if the times can't be read. */
function readSpan(hours: Thing, closed: string): string | undefined {
  const [opens, closes] = [readTime(hours['opens']), readTime(hours['closes'])];
  if (hours['opens'] === undefined && hours['closes'] === undefined) return closed;
  if (opens === undefined || closes === undefined) return undefined;
  if (opens === closes) return closed;
  // The last minute, for the whole day.
  return opens === '00:00' && (closes === '23:59' || closes === '24:00') ? '00:00–24:00' : `${opens}–${closes}`;
}

function readTime(value: unknown): string | undefined {
  const found = typeof value === 'string' ? clock.exec(value) : null;
  return found === null ? undefined : `${(found[1] ?? '').padStart(2, '0')}:${found[2]}`;
}

/** The number of a day: "https://schema.org/Monday", "Mo"; -1 for others, such as public holidays. */
function readDay(value: unknown): number {
  const name = isRecord(value) ? readText(value, 'name') || readText(value, '@id') : toLine(value);
  return days.indexOf(name.replace(/^.*\//, '').slice(0, 2));
}

/** "Mo-Fr 09:00-17:00, Sa 10:00-12:00" */
function readShort(text: string): [number, string][] {
  const found: [number, string][] = [];
  let named: number[] = [];
  let isNew = false;
  const parts = text
    .slice(0, 500)
    .matchAll(
      /\b(Mo|Tu|We|Th|Fr|Sa|Su)[a-z]*(?:\s*[-–]\s*(Mo|Tu|We|Th|Fr|Sa|Su)[a-z]*)?|(\d?\d:\d\d)\s*[-–]\s*(\d?\d:\d\d)/g,
    );
  for (const [, from, to, opens, closes] of parts) {
    if (from !== undefined) {
      if (isNew) named = [];
      isNew = false;
      const [first, last] = [days.indexOf(from), days.indexOf(to ?? from)];
      for (let day = first; ; day = (day + 1) % days.length) {
        named.push(day);
        if (day === last) break;
      }
    } else {
      isNew = true;
      const span = `${readTime(opens)}–${readTime(closes)}`;
      for (const day of named.length === 0 ? days.keys() : named) found.push([day, span]);
    }
  }
  return found;
}

/** One line for neighbouring days with the same hours. */
function groupDays(hours: ReadonlyMap<number, string[]>, language: string): string[] {
  const lines: string[] = [];
  for (let day = 0; day < days.length; day += 1) {
    const spans = hours.get(day)?.join(', ');
    if (spans === undefined) continue;
    let last = day;
    while (hours.get(last + 1)?.join(', ') === spans) last += 1;
    lines.push(
      `${nameDays(
        Array.from({ length: last - day + 1 }, (_, at) => day + at),
        language,
      )}: ${spans}`,
    );
    day = last;
  }
  return lines;
}

/** "Monday–Friday", "Saturday"; empty for no day. */
function nameDays(named: readonly number[], language: string): string {
  const { format } = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  const nameOf = (day: number | undefined): string => (day === undefined ? '' : format(monday + day * 86_400_000));
  const isRange = named.length > 2 && named.every((day, at) => at === 0 || day === (named[at - 1] ?? 0) + 1);
  return isRange ? `${nameOf(named[0])}–${nameOf(named.at(-1))}` : named.map(nameOf).join(', ');
}
