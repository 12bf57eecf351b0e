import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { defineJob } from '../../platform/queue.ts';

/** `attempt` counts the beginnings before: a job that comes back when another has begun finds itself overtaken. */
export const SubmissionToProcess = z.object({ submission_id: z.string(), attempt: z.int() });
export type SubmissionToProcess = z.infer<typeof SubmissionToProcess>;

export const processJob = defineJob('form-interfaces.process', SubmissionToProcess, 4);

/** Has a worker read a submission; where the queue is away, the sweep comes by. */
export async function hintProcessing(platform: Platform, id: string, attempt: number): Promise<void> {
  await platform.queue
    .hint(processJob, { submission_id: id, attempt }, { id: `submission-${id}-${attempt}` })
    .catch((error: unknown) => platform.log.warn({ err: error }, 'a submission waits for the sweep'));
}
