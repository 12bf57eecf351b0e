import { CronExpressionParser } from 'cron-parser';
import { LocalClock } from './local-time.ts';

export interface Schedule {
  /** Five fields, or six with seconds in front. */
  readonly cron: string;
  /** An IANA name. */
  readonly timezone: string;
}

const hourMs = 3_600_000;

/**
 * The first tick after a time; null if there is none, or if the expression is not valid. When the clocks change, a
 * time that is skipped is as much later as they are set forward, and a time that occurs twice is the first one. A
 * schedule for every hour follows the clock instead: it has no tick in what is skipped, and all ticks of what is
 * repeated.
 *
 * The library itself would repeat a tick when it starts within the repeated hour, and knows no change by half an hour:
 * it finds no more ticks for Lord Howe Island after April. So it only computes times of the clock here, as if they were
 * in UTC.
 */
export function findNextTick({ cron, timezone }: Schedule, after: Date): Date | null {
  try {
    const clock = new LocalClock(timezone);
    const isHourly = CronExpressionParser.parse(cron).fields.hour.values.length === 24;
    const ticks = startsOf(clock, after.getTime(), isHourly).map((start) => {
      const times = CronExpressionParser.parse(cron, { tz: 'UTC', currentDate: new Date(start) });
      for (;;) {
        const tick = findInstants(clock, times.next().getTime(), isHourly).find((instant) => instant > after.getTime());
        if (tick !== undefined) return tick;
      }
    });
    return new Date(Math.min(...ticks));
  } catch {
    return null;
  }
}

/** The times of the clock after which the next tick is looked for: usually the current one alone. */
function startsOf(clock: LocalClock, after: number, isHourly: boolean): number[] {
  const now = clock.offsetAt(after);
  const starts = [after + now];
  const before = clock.offsetAt(after - 3 * hourMs);
  // The skipped times follow the change as if it had not happened.
  if (!isHourly && before < now && clock.offsetAt(after - (now - before)) === before) starts.push(after + before);
  const next = clock.offsetAt(after + 3 * hourMs);
  if (isHourly && next < now && clock.offsetAt(after + (now - next)) === next) {
    const change = findChange(clock, after, after + (now - next));
    starts.push(change + next - 1);
  }
  return starts;
}

/** The instants of a time of the clock, in their order: two while it is repeated. */
function findInstants(clock: LocalClock, time: number, isHourly: boolean): number[] {
  const earlier = time - clock.offsetAt(time - 24 * hourMs);
  const later = time - clock.offsetAt(time + 24 * hourMs);
  const all = [...new Set([earlier, later])].filter((instant) => instant + clock.offsetAt(instant) === time);
  if (isHourly) return all.toSorted((a, b) => a - b);
  return [all.length === 0 ? earlier : Math.min(...all)];
}

/** The first instant of the offset at `to`, which is another one than at `from`. */
function findChange(clock: LocalClock, from: number, to: number): number {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (clock.offsetAt(middle) === clock.offsetAt(to)) high = middle;
    else low = middle;
  }
  return high;
}
