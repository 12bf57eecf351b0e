import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import { defineJob } from '../../../platform/queue.ts';

/** `attempt` is the number of earlier starts, for older processes, which index what a job names. */
const SubmissionToIndex = z.object({ submission_id: z.string(), attempt: z.int() });

export const indexJob = defineJob('form-interfaces.index', SubmissionToIndex);

/** Notifies a worker to index a submission. Only a hint: workers poll anyway. */
export async function hintIndexing(platform: Platform, id: string): Promise<void> {
  await platform.queue
    .hint(indexJob, { submission_id: id, attempt: 0 }, { id: `submission-index-${id}-0` })
    .catch((error: unknown) => platform.log.warn({ err: error }, 'a submission waits for polling to be indexed'));
}
