import { LeasedWorker } from '../../../platform/leases/leased-worker.ts';
import type { FailReason } from '../../../platform/leases/ports.ts';
import { claimDocuments, releaseAllDocuments, releaseDocument, renewDocuments } from './documents.claims.sql.ts';
import type { ClaimedDocument } from './documents.sql.ts';
import type { KnowledgePlatform } from '../knowledge-platform.ts';
import { endAsFailed, processDocument } from './process-document.ts';

/** Only a few at once, because each may use a whole extraction process and keeps the embedding model busy. */
const slots = { slots: 3, share: 2 };

/** Starts processing documents in this process; returns the function that stops it. */
export function startDocumentWorker(platform: KnowledgePlatform): () => Promise<void> {
  const { sql, embedded } = platform.database;
  const worker = new LeasedWorker<ClaimedDocument>(
    {
      name: 'document',
      log: platform.log,
      ...slots,
      groupOf: (document) => document.workspace_id,
      claim: async (capacity) => claimDocuments(sql, capacity),
      renew: async (leases, extend) => renewDocuments(sql, leases, extend),
      release: async (document, afterMs) => releaseDocument(sql, document, afterMs),
      releaseAll: async () => releaseAllDocuments(sql),
      run: async (document, { signal }) => {
        await processDocument(platform, document, signal);
        return undefined;
      },
      fail: async (document, reason) =>
        endAsFailed(platform, document, { code: 'internal_error', message: failMessages[reason] }),
    },
    platform.leases,
  );
  return platform.knowledgeBases.worker.start(worker, { isAlone: embedded });
}

const failMessages: Readonly<Record<FailReason, string>> = {
  interrupted: 'The server was interrupted at this document again and again.',
  unstorable: 'The contents of the document can’t be stored.',
};
