import type { Platform } from '../../platform/platform.ts';
import type { BoundJob } from '../../platform/queue.ts';
import { DocumentToProcess, processDocumentJob } from './document-job.ts';
import { processDocument } from './process-document.ts';

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
