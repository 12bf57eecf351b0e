import { z } from 'zod';
import { defineJob } from '../../platform/queue.ts';

/** Created by the queue's scheduler, one for each tick. */
export const fireTriggerJob = defineJob('triggers.fire', z.object({ trigger_id: z.string() }), 20);
