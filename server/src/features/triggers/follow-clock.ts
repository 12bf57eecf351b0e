import type { Platform } from '../../platform/platform.ts';
import { keepSchedule } from './keep-schedule.ts';
import { findNextTick } from './read-schedule.ts';
import { listSchedulesAfter, moveTick } from './triggers.sql.ts';

/** How far a clock that is corrected usually moves; schedules are only late by this much then. */
const toleranceMs = 60_000;

/**
 * Creates a check that finds out whether the machine's clock was set back, and then brings the next ticks of all
 * schedules forward: a tick that fired under the wrong time has moved them up to that time, for hours or years. The
 * first check does so in any case, since the clock may have been set back before this start. A tick that has already
 * fired starts nothing again (fire-trigger.ts).
 */
export function followClock(platform: Platform): () => Promise<void> {
  let startedAt: number | undefined;
  return async () => {
    const before = startedAt;
    // The time at which the monotonic clock began, which moves with the other one.
    startedAt = Date.now() - performance.now();
    if (before === undefined || startedAt < before - toleranceMs) await bringForward(platform);
  };
}

async function bringForward(platform: Platform): Promise<void> {
  const { sql } = platform.database;
  let after = '';
  for (;;) {
    const page = await listSchedulesAfter(sql, after);
    for (const trigger of page) {
      const { cron, timezone, next_tick_at: planned } = trigger;
      if (cron === null || timezone === null) continue;
      const now = new Date();
      const next = findNextTick({ cron, timezone }, now);
      // Without a next tick it has ended, unless an earlier version could not compute it.
      const plannedMs = planned === null ? Infinity : Date.parse(planned);
      if (next === null || plannedMs < now.getTime() || plannedMs - Date.parse(next) <= toleranceMs) continue;
      if (await moveTick(sql, trigger, next)) await keepSchedule(platform, trigger);
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
