import type { Platform } from '../../platform/platform.ts';
import { runExecutionJob } from './executions.jobs.ts';
import { findExecutionWorker } from './executions.worker.ts';

/**
 * Notifies a worker that an execution has something to do: this process' own, else one behind the queue. It is a hint
 * and may get lost; the execution's row says when it is due, and the workers' sweep finds it.
 */
export async function hintWorkers(platform: Platform, id: string): Promise<void> {
  const worker = findExecutionWorker(platform);
  if (worker) {
    worker.wake(id);
    return;
  }
  try {
    await platform.queue.hint(runExecutionJob, { execution_id: id }, { id });
  } catch (error) {
    platform.log.warn({ err: error, execution_id: id }, 'no hint could be given; the sweep finds the execution');
  }
}
