import type { ExecutionsPlatform } from '../executions/index.ts';
import { fireLostTick } from './fire-trigger.ts';
import { findOverdueTicks } from './triggers.sql.ts';

/** Seconds after which a tick that the queue's scheduler should have fired counts as lost. */
const lostAfterSeconds = 20;

/** Fires lost ticks: the queue was emptied or replaced, or a process died between writing the row and the queue. */
export async function sweepTicks(platform: ExecutionsPlatform): Promise<void> {
  for (const { id, next_tick_at: tick } of await findOverdueTicks(platform.database.sql, lostAfterSeconds)) {
    try {
      await fireLostTick(platform, id, new Date(tick));
    } catch (error) {
      platform.log.warn({ err: error, trigger_id: id }, 'a lost tick could not be fired');
    }
  }
}
