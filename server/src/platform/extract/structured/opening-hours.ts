import { isThing, listValues, readText, type Thing } from './find-nodes.ts';

/** Days in the order of schema.org's short names. */
const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
/** A Monday. */
const monday = Date.UTC(2026, 0, 5);
const clock = /\b([01]?\d|2[0-4]):(\d\d)/;

/** The opening hours of a business, a line for the days with the same ones, in a language. */
export function listHours(business: Thing, language: string, closed: string): string[] {
  const hours = new Map<number, string[]>();
  const add = (day: number, span: string): void => {
    const known = hours.get(day) ?? [];
    if (!known.includes(span)) hours.set(day, [...known, span]);
  };
  const lines: string[] = [];
  for (const each of [...listValues(business, 'openingHoursSpecification')].slice(0, 50)) {
    if (!isThing(each)) continue;
    const [opens, closes] = [readTime(each['opens']), readTime(each['closes'])];
    const span = opens === undefined || closes === undefined || opens === closes ? closed : `${opens}–${closes}`;
    // Both are midnight, or the second the last minute, for the whole day.
    const isAlways = opens === '00:00' && (closes === '23:59' || closes === '24:00');
    const text = isAlways ? '00:00–24:00' : span;
    const [from, to] = [readText(each, 'validFrom').slice(0, 10), readText(each, 'validThrough').slice(0, 10)];
    const named = listValues(each, 'dayOfWeek')
      .map(readDay)
      .filter((day) => day >= 0);
    if (from !== '' || to !== '') {
      const names = nameDays(named, language);
      lines.push(`${from === to ? from : `${from} – ${to}`}${names === '' ? '' : `, ${names}`}: ${text}`);
    } else for (const day of named.length === 0 ? days.keys() : named) add(day, text);
  }
  for (const each of listValues(business, 'openingHours').slice(0, 50))
    if (typeof each === 'string') for (const [day, span] of readShort(each)) add(day, span);
  return [...groupDays(hours, language), ...lines];
}

function readTime(value: unknown): string | undefined {
  const found = typeof value === 'string' ? clock.exec(value) : null;
  return found === null ? undefined : `${(found[1] ?? '').padStart(2, '0')}:${found[2]}`;
}

/** The number of a day: "https://schema.org/Monday", "Mo"; -1 for others, such as public holidays. */
function readDay(value: unknown): number {
  const name = typeof value === 'string' ? value : isThing(value) ? readText(value, 'name') : '';
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
