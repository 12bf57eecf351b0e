import { z } from 'zod';
import { defineJob } from '../../../platform/queue.ts';

/** Notifies the workers that a run is due. */
export const crawlJob = defineJob('sources.crawl', z.object({ run_id: z.string() }), 2);
