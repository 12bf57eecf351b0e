import { findCronFault, findNextTick } from '../triggers/index.ts';

const periods: ReadonlyMap<string, number> = new Map([
  ['hourly', 3_600_000],
  ['daily', 86_400_000],
  ['weekly', 604_800_000],
]);

/** The fault of a `refresh`, or undefined. */
export function findRefreshFault(refresh: string): string | undefined {
  if (refresh === 'never' || periods.has(refresh)) return undefined;
  const isCron = refresh.split(/\s+/).length === 5 && findCronFault(refresh) === undefined;
  return isCron ? undefined : 'must be never, hourly, daily, weekly or a cron expression with five fields';
}

/** The next due time of a source started at `after`, in its workspace's time zone; null for never. */
export function findNextRun(refresh: string, timezone: string, after: Date): string | null {
  const period = periods.get(refresh);
  if (period !== undefined) return new Date(after.getTime() + period).toISOString();
  return refresh === 'never' ? null : findNextTick({ cron: refresh, timezone }, after);
}
