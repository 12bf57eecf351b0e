import type { Platform } from '../../platform/platform.ts';
import { processDocumentJob } from './document-job.ts';
import { findOverdueDocuments } from './documents.sql.ts';

/** Documents this long past their turn were left behind by a worker that died, or by a job that got lost. */
const overdueSeconds = 5;

/** Asks again for the processing of documents that nobody has taken. */
export async function sweepDocuments(platform: Platform): Promise<void> {
  for (const { workspace_id: workspaceId, id } of await findOverdueDocuments(platform.database.sql, overdueSeconds)) {
    const payload = { workspace_id: workspaceId, document_id: id };
    await platform.queue.hint(processDocumentJob, payload, { id: `document-${id}` });
  }
}
