import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { bindJob } from '../../platform/queue.ts';
import type { Executions, ExecutionsPlatform } from '../executions/index.ts';
import { fireTick } from './fire-trigger.ts';
import { sweepTicks } from './sweep-ticks.ts';
import { fireTriggerJob } from './triggers.jobs.ts';
import { triggerRoutes } from './triggers.routes.ts';

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
    sweeps: [{ name: 'trigger-ticks', everyMs: 10_000, run: async () => sweepTicks(extended) }],
  };
}
