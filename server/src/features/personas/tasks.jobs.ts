import { z } from 'zod';
import { defineJob } from '../../platform/queue.ts';
import type { PersonasPlatform } from './personas-platform.ts';

/** Topic of the bus for tasks that were ended from outside. */
export const endedTasks = 'personas:ended';

export const runInstance = defineJob('personas.run-instance', z.object({ instance_id: z.string() }), 100);

/** Notifies a worker of a task, in this process or behind the queue. Only a hint: workers poll anyway. */
export async function hintWorkers(platform: PersonasPlatform, id: string): Promise<void> {
  const worker = platform.personas.worker.current;
  if (worker !== undefined) {
    worker.wake();
    return;
  }
  try {
    await platform.queue.hint(runInstance, { instance_id: id }, { id });
  } catch (error) {
    platform.log.warn({ err: error, instance_id: id }, 'no hint could be given; a worker finds the task');
  }
}
