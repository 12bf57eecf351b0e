import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import { defineJob } from '../../../platform/queue.ts';

/** `attempt` is the number of earlier starts, as in submissions.jobs.ts. */
const SubmissionToIndex = z.object({ submission_id: z.string(), attempt: z.int() });
export type SubmissionToIndex = z.infer<typeof SubmissionToIndex>;

/** Two at once: each keeps the embedding model busy, and only questions wait for it. */
export const indexJob = defineJob('form-interfaces.index', SubmissionToIndex, 2);

/** Notifies a worker to index a submission; if the queue is unavailable, the sweep finds it. */
export async function hintIndexing(platform: Platform, id: string, attempt: number): Promise<void> {
  await platform.queue
    .hint(indexJob, { submission_id: id, attempt }, { id: `submission-index-${id}-${attempt}` })
    .catch((error: unknown) => platform.log.warn({ err: error }, 'a submission waits for the sweep to be indexed'));
}
