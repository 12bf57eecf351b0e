import { z } from 'zod';
import { defineJob } from '../../../platform/queue.ts';

/** Asks for the processing of one document. Two at once, because each may fill an extraction process of its own. */
export const processDocumentJob = defineJob(
  'documents.process',
  z.object({ workspace_id: z.string(), document_id: z.string() }),
  2,
);
