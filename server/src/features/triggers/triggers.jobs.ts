import type { Platform } from '../../platform/platform.ts';
import type { BoundJob } from '../../platform/queue.ts';
import { fireTick } from './fire-trigger.ts';
import { FireTriggerPayload, fireTriggerJob } from './keep-schedule.ts';

/** Fires a schedule at each tick that the queue's scheduler makes a job for. */
export function triggerJobs(platform: Platform): BoundJob[] {
  return [
    {
      job: fireTriggerJob,
      handle: async (payload, { tick }) => {
        if (tick !== undefined) await fireTick(platform, FireTriggerPayload.parse(payload).trigger_id, tick);
      },
    },
  ];
}
