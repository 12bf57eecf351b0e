import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { defineJob, type BoundJob } from '../../platform/queue.ts';
import { processSubmission } from './process-submission.ts';
import { takeUnread } from './submissions.sql.ts';

const Payload = z.object({ submission_id: z.string() });
const processJob = defineJob('form-interfaces.process', Payload, 4);

/** Has a worker read a submission; where the queue is away, the sweep comes by. */
export async function hintProcessing(platform: Platform, id: string): Promise<void> {
  await platform.queue
    .hint(processJob, { submission_id: id }, { id: `submission-${id}` })
    .catch((error: unknown) => platform.log.warn({ err: error }, 'a submission waits for the sweep'));
}

export function bindFormJobs(platform: Platform): BoundJob[] {
  return [
    {
      job: processJob,
      handle: async (payload, { signal }) => processSubmission(platform, Payload.parse(payload).submission_id, signal),
    },
  ];
}

/** Submissions whose worker died, or whose hint got lost. */
export async function sweepSubmissions(platform: Platform): Promise<void> {
  for (const id of await takeUnread(platform.database.sql)) await hintProcessing(platform, id);
}
