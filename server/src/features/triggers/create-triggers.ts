import type { Feature } from '../../platform/feature.ts';
import { followClock } from '../../platform/follow-clock.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { bindJob } from '../../platform/queue.ts';
import { sweepDue } from '../../platform/sweep-rows.ts';
import type { Executions, ExecutionsPlatform } from '../executions/index.ts';
import { bringSchedulesForward } from './bring-schedules-forward.ts';
import { fireTick, fireLostTick } from './fire-trigger.ts';
import { fireTriggerJob } from './triggers.jobs.ts';
import { triggerRoutes } from './triggers.routes.ts';
import { findOverdueTicks, type OverdueTick } from './triggers.sql.ts';

/** Seconds after which a tick that the queue's scheduler should have fired counts as lost. */
const lostAfterSeconds = 20;

export function createTriggers(platform: Platform, { executions }: { readonly executions: Executions }): Feature {
  const extended: ExecutionsPlatform = { ...platform, executions };
  return {
    name: 'triggers',
    routes: bindRoutes(extended, triggerRoutes),
    jobs: [
      // Fires a schedule at each tick for which the queue's scheduler creates a job.
      bindJob(fireTriggerJob, async ({ trigger_id: id }, { tick }) => {
        if (tick !== undefined) await fireTick(extended, id, tick);
      }),
    ],
    sweeps: [
      { name: 'trigger-ticks', everyMs: 10_000, run: async () => sweepTicks(extended) },
      { name: 'trigger-clock', everyMs: 1_000, run: followClock(async () => bringSchedulesForward(extended)) },
    ],
  };
}

/** Fires lost ticks: the queue was emptied or replaced, or a process died between writing the row and the queue. */
async function sweepTicks(platform: ExecutionsPlatform): Promise<void> {
  const find = async (seen: readonly string[]): Promise<OverdueTick[]> =>
    findOverdueTicks(platform.database.sql, lostAfterSeconds, seen);
  const fire = async ({ id, next_tick_at: tick }: OverdueTick): Promise<void> =>
    fireLostTick(platform, id, new Date(tick));
  await sweepDue(platform, find, fire, 'a lost tick could not be fired');
}
