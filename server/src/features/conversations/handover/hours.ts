import type { BusinessHours } from '@portico/shared-types';

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Whether a moment is within the hours, in their time zone. Null means always. */
export function isWithinHours(hours: BusinessHours | null, timezone: string, at: Date): boolean {
  if (hours === null) return true;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const read = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  if (hours.dates_off.includes(`${read('year')}-${read('month')}-${read('day')}`)) return false;
  const today = days.indexOf(read('weekday').replace('.', '')) + 1;
  const time = `${read('hour')}:${read('minute')}`;
  return hours.intervals.some(({ day, from, to }) => day === today && from <= time && time < to);
}
