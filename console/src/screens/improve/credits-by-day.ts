import type { UsageEntry } from '@portico/shared-types/api/usage';

const dayMs = 86_400_000;

/**
 * The credits of every day from `from` until today, in UTC. The API leaves out days without usage; a chart without
 * them would not be over time.
 */
export function creditsByDay(
  entries: readonly UsageEntry[],
  from: string,
  now = Date.now(),
): { day: string; credits: number }[] {
  const known = new Map(entries.map(({ key, credits }) => [key, credits]));
  const days = Math.floor((now - Date.parse(from)) / dayMs) + 1;
  return Array.from({ length: Math.max(days, 0) }, (_, at) => {
    const day = new Date(Date.parse(from) + at * dayMs).toISOString().slice(0, 10);
    return { day, credits: known.get(day) ?? 0 };
  });
}
