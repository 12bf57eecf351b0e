import type { Platform } from '../../platform/platform.ts';
import type { BoundJob } from '../../platform/queue.ts';
import { indexJob, SubmissionToIndex } from './index-job.ts';
import { indexSubmission } from './index-submission.ts';
import { processJob, SubmissionToProcess } from './process-job.ts';
import { processSubmission } from './process-submission.ts';

export function bindFormJobs(platform: Platform): BoundJob[] {
  return [
    {
      job: processJob,
      handle: async (payload, { signal }) => processSubmission(platform, SubmissionToProcess.parse(payload), signal),
    },
    {
      job: indexJob,
      handle: async (payload, { signal }) => indexSubmission(platform, SubmissionToIndex.parse(payload), signal),
    },
  ];
}
