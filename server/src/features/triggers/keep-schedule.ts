import type { Platform } from '../../platform/platform.ts';
import { fireTriggerJob } from './triggers.jobs.ts';
import type { TriggerRow } from './triggers.sql.ts';

/**
 * Updates the queue's scheduler from the trigger's row. If the queue is unavailable, the sweep fires the tick and tries
 * again.
 */
export async function keepSchedule(platform: Platform, trigger: TriggerRow): Promise<void> {
  const { id, enabled, cron, timezone } = trigger;
  const when = enabled && cron !== null && timezone !== null ? { cron, timezone } : null;
  try {
    await platform.queue.schedule(fireTriggerJob, id, when, { trigger_id: id });
  } catch (error) {
    platform.log.warn({ err: error, trigger_id: id }, 'a schedule could not be added to the queue');
  }
}
