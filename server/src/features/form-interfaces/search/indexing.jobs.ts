import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import { defineJob } from '../../../platform/queue.ts';

/** `attempt` counts the beginnings before, as in submissions.jobs.ts. */
const SubmissionToIndex = z.object({ submission_id: z.string(), attempt: z.int() });
export type SubmissionToIndex = z.infer<typeof SubmissionToIndex>;

/** Two at once: each keeps the embedding model busy, and nothing but questions waits for it. */
export const indexJob = defineJob('form-interfaces.index', SubmissionToIndex, 2);

/** Has a worker make a submission searchable; where the queue is away, the sweep comes by. */
export async function hintIndexing(platform: Platform, id: string, attempt: number): Promise<void> {
  await platform.queue
    .hint(indexJob, { submission_id: id, attempt }, { id: `submission-index-${id}-${attempt}` })
    .catch((error: unknown) => platform.log.warn({ err: error }, 'a submission waits for the sweep to be indexed'));
}
