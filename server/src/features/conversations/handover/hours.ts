import type { BusinessHours } from '@portico/shared-types';
import { toLocalTime } from '../../../platform/local-time.ts';

/** Whether a moment is within the hours, in their time zone. Null means always. */
export function isWithinHours(hours: BusinessHours | null, timezone: string, at: Date): boolean {
  if (hours === null) return true;
  const local = toLocalTime(at, timezone);
  if (hours.dates_off.includes(local.slice(0, 10))) return false;
  // 1 is Monday, 7 is Sunday.
  const today = new Date(`${local}Z`).getUTCDay() || 7;
  const time = local.slice(11, 16);
  return hours.intervals.some(({ day, from, to }) => day === today && from <= time && time < to);
}
