import { clockToleranceMs } from '../../platform/follow-clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { keepSchedule } from './keep-schedule.ts';
import { findNextTick } from './read-schedule.ts';
import { listSchedulesAfter, moveTick } from './triggers.sql.ts';

/**
 * Brings the next ticks of all schedules forward after the machine's clock was set back: a tick that fired under the wrong
 * time has moved them up to that time. A tick that has already fired starts nothing again (fire-trigger.ts).
 */
export async function bringSchedulesForward(platform: Platform): Promise<void> {
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
      if (next === null || plannedMs < now.getTime() || plannedMs - Date.parse(next) <= clockToleranceMs) continue;
      if (await moveTick(sql, trigger, next)) await keepSchedule(platform, trigger);
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
