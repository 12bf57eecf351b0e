import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { defineJob } from '../../platform/queue.ts';
import type { ExecutionsPlatform } from './executions-platform.ts';

/** Topic of the bus for cancelled executions. */
export const cancelTopic = 'executions.cancelled';

/** Notifies a worker process of an execution with work to do. */
export const runExecutionJob = defineJob('executions.run', z.object({ execution_id: z.string() }), 50);

/**
 * Notifies a worker that an execution has work to do: this process's own worker, else one behind the queue. It is a
 * hint and may get lost; the execution's row stores when it is due, and the workers' sweep finds it.
 */
export async function hintWorkers(platform: ExecutionsPlatform, id: string): Promise<void> {
  const worker = platform.executions.worker.current;
  if (worker) {
    worker.wake(id);
    return;
  }
  try {
    await platform.queue.hint(runExecutionJob, { execution_id: id }, { id });
  } catch (error) {
    platform.log.warn(
      { err: error, execution_id: id },
      'a worker could not be notified; the sweep finds the execution',
    );
  }
}

/** Notifies every worker that an execution was cancelled; a worker that misses it loses its lease within a second. */
export function announceCancel(platform: Platform, id: string): void {
  platform.bus.publish(cancelTopic, id);
}
