/** A moment's date and time of day in a time zone, as `2026-11-29 13:05:00.000`. */
export function toLocalTime(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const read = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  const date = `${read('year').padStart(4, '0')}-${read('month')}-${read('day')}`;
  return `${date} ${read('hour')}:${read('minute')}:${read('second')}.${read('fractionalSecond')}`;
}

/** The date in a time zone compared with that of UTC: the same (0), the next (1), or the previous one (-1). */
export function daysFromUtc(at: Date, timezone: string): -1 | 0 | 1 {
  const [local, utc] = [timezone, 'UTC'].map((zone) => toLocalTime(at, zone).slice(0, 10)) as [string, string];
  if (local === utc) return 0;
  return local > utc ? 1 : -1;
}
