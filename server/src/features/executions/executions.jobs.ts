import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { defineJob, type BoundJob } from '../../platform/queue.ts';
import { findExecutionWorker } from './executions.worker.ts';

const Payload = z.object({ execution_id: z.string() });

/** Notifies a worker process of an execution that has something to do. */
export const runExecutionJob = defineJob('executions.run', Payload, 50);

/** The worker's end of the hint: the worker asks the database what there is to do. */
export function executionJobs(platform: Platform): BoundJob[] {
  return [
    {
      job: runExecutionJob,
      handle: async (payload) => {
        findExecutionWorker(platform)?.wake(Payload.parse(payload).execution_id);
      },
    },
  ];
}
