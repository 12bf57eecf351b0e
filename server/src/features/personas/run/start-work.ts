import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import { type BoundJob, defineJob } from '../../../platform/queue.ts';
import { instanceRunner } from './instance-runner.ts';
import { findDueInstances } from './lease.sql.ts';

const runInstance = defineJob('personas.run-instance', z.object({ instance_id: z.string() }), 100);

/**
 * Has a task worked on: at once by this process where it may, else by whoever takes the job. It is a hint and may get
 * lost; the task's row says when it is due, and the sweep finds it.
 */
export async function hintWorkers(platform: Platform, id: string): Promise<void> {
  const runner = instanceRunner(platform);
  if (runner.hasRoom) {
    runner.start(id);
    return;
  }
  try {
    await platform.queue.hint(runInstance, { instance_id: id }, { id });
  } catch (error) {
    platform.log.warn({ err: error, instance_id: id }, 'no hint could be given; the sweep finds the task');
  }
}

export function personaJobs(platform: Platform): BoundJob[] {
  const runner = instanceRunner(platform);
  return [
    {
      job: runInstance,
      handle: async (payload) => runner.run(runInstance.schema.parse(payload).instance_id),
    },
  ];
}

/** Takes up what nobody has in hand: tasks of a process that died, whose wait is over, or whose hint got lost. */
export async function sweepInstances(platform: Platform): Promise<void> {
  const runner = instanceRunner(platform);
  for (const id of await findDueInstances(platform.database.sql, 100)) runner.start(id);
}

/** Starts working on tasks in this process; answers what stops it. */
export function startPersonaWorker(platform: Platform): () => Promise<void> {
  return instanceRunner(platform).work();
}
