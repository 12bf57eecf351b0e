import { z } from 'zod';
import { defineJob } from '../../../platform/queue.ts';

/** Requests the processing of one document. Two at once, because each may use a whole extraction process. */
export const processDocumentJob = defineJob(
  'documents.process',
  z.object({ workspace_id: z.string(), document_id: z.string() }),
  2,
);
