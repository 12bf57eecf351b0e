import type { Platform } from '../../platform/platform.ts';
import type { BoundJob } from '../../platform/queue.ts';
import { processJob, SubmissionToProcess } from './process-job.ts';
import { processSubmission } from './process-submission.ts';

export function bindFormJobs(platform: Platform): BoundJob[] {
  return [
    {
      job: processJob,
      handle: async (payload, { signal }) =>
        processSubmission(platform, SubmissionToProcess.parse(payload).submission_id, signal),
    },
  ];
}
