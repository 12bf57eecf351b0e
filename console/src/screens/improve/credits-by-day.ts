import type { UsageEntry } from '@portico/shared-types/api/usage';
import { startOfDay } from '../../text/start-of-day.ts';

const dayMs = 86_400_000;

/**
 * The credits of every day from `from` until today, in a time zone. The API leaves out days without usage; a chart without
 * them would not be over time.
 */
export function creditsByDay(
  entries: readonly UsageEntry[],
  from: string,
  timeZone: string,
  now: number,
): { day: string; credits: number }[] {
  const known = new Map(entries.map(({ key, credits }) => [key, credits]));
  const today = startOfDay(0, timeZone, now).day;
  const days = (Date.parse(today) - Date.parse(from)) / dayMs + 1;
  return Array.from({ length: Math.max(days, 0) }, (_, at) => {
    const day = new Date(Date.parse(from) + at * dayMs).toISOString().slice(0, 10);
    return { day, credits: known.get(day) ?? 0 };
  });
}
