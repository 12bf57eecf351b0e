import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import { defineJob } from '../../../platform/queue.ts';

export const processJob = defineJob('form-interfaces.process', z.object({ submission_id: z.string() }));

/** Notifies a worker to read a submission. Only a hint: workers poll anyway. */
export async function hintProcessing(platform: Platform, id: string): Promise<void> {
  await platform.queue
    .hint(processJob, { submission_id: id }, { id: `submission-${id}` })
    .catch((error: unknown) =>
      platform.log.warn({ err: error }, 'a worker could not be notified of a submission; it is found by polling'),
    );
}
