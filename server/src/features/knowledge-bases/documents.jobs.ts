import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { type BoundJob, defineJob } from '../../platform/queue.ts';
import { findOverdueDocuments } from './documents.sql.ts';
import { processDocument } from './process-document.ts';

export const DocumentToProcess = z.object({ workspace_id: z.string(), document_id: z.string() });
export type DocumentToProcess = z.infer<typeof DocumentToProcess>;

export const processDocumentJob = defineJob('documents.process', DocumentToProcess, 2);

/** Reads, divides and embeds one document; does nothing where another worker does, or did. */
export function bindDocumentJobs(platform: Platform): BoundJob[] {
  return [
    {
      job: processDocumentJob,
      async handle(payload, { signal }) {
        const { workspace_id: workspaceId, document_id: id } = DocumentToProcess.parse(payload);
        await processDocument(platform, workspaceId, id, signal);
      },
    },
  ];
}

/** Documents this long past their turn were left behind by a worker that died, or by a job that got lost. */
const overdueSeconds = 5;

export async function sweepDocuments(platform: Platform): Promise<void> {
  for (const { workspace_id: workspaceId, id } of await findOverdueDocuments(platform.database.sql, overdueSeconds)) {
    const payload = { workspace_id: workspaceId, document_id: id };
    await platform.queue.hint(processDocumentJob, payload, { id: `document-${id}` });
  }
}
