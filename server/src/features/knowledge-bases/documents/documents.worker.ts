import { LeasedWorker } from '../../../platform/leases/leased-worker.ts';
import type { ClaimCapacity, FailReason } from '../../../platform/leases/ports.ts';
import type { Sql } from '../../../platform/database.ts';
import { replaceOne } from '../../../platform/leases/replace-one.ts';
import { Slots } from '../../../platform/leases/slots.ts';
import { suspectBreakOffs } from '../../../platform/leases/timings.ts';
import { claimDocuments, releaseAllDocuments, releaseDocument, renewDocuments } from './documents.claims.sql.ts';
import type { ClaimedDocument } from './documents.sql.ts';
import type { KnowledgePlatform } from '../knowledge-platform.ts';
import { endAsFailed, processDocument } from './process-document.ts';

/** Only a few at once, because each may use a whole extraction process and keeps the embedding model busy. */
const slots = { slots: 4, share: 3 };

/** Starts processing documents in this process; returns the function that stops it. */
export function startDocumentWorker(platform: KnowledgePlatform): () => Promise<void> {
  const { sql, embedded } = platform.database;
  const large = new Slots(slotsOfLarge);
  const groupOf = (document: ClaimedDocument): string => document.workspace_id;
  const worker = new LeasedWorker<ClaimedDocument>(
    {
      name: 'document',
      log: platform.log,
      ...slots,
      // The slots of large documents may be full while others are free.
      looksAfterEach: true,
      groupOf,
      claim: async (capacity) => claimBySize(sql, capacity, large),
      // A small one takes hardly longer than it would take to begin again.
      replace: async (running) =>
        replaceOne(
          running.filter(({ is_large: isLarge }) => isLarge),
          { ...slotsOfLarge, groupOf },
          async (capacity) => claimDocuments(sql, 'large', capacity),
        ),
      renew: async (leases, extend) => renewDocuments(sql, leases, extend),
      release: async (document, { afterMs }) => releaseDocument(sql, document, afterMs),
      releaseAll: async () => releaseAllDocuments(sql),
      run: async (document, { signal }) => {
        if (document.is_large) large.take(document.workspace_id);
        try {
          await processDocument(platform, document, signal);
          return undefined;
        } finally {
          if (document.is_large) large.leave(document.workspace_id);
        }
      },
      fail: async (document, reason) =>
        endAsFailed(platform, document, { code: 'internal_error', message: failMessages[reason] }),
    },
    platform.leases,
  );
  return platform.knowledgeBases.worker.start(worker, { isAlone: embedded });
}

/** One slot is left to small documents, in each workspace and in total: a large one may take many minutes. */
const slotsOfLarge = { slots: slots.slots - 1, share: slots.share - 1 };

/** Claims large documents for the slots that they may use, and small ones for all that are left. */
async function claimBySize(sql: Sql, capacity: ClaimCapacity, large: Slots): Promise<ClaimedDocument[]> {
  // One that replaces another runs together with it for a moment.
  const limit = Math.max(0, Math.min(capacity.limit, large.free));
  // In each workspace, as many as both limits allow.
  const busy = new Map(
    [...capacity.busy].map(([workspace, count]) => [
      workspace,
      Math.max(large.busy.get(workspace) ?? 0, count - (capacity.share - large.share)),
    ]),
  );
  const first = limit === 0 ? [] : await claimDocuments(sql, 'large', { ...capacity, limit, share: large.share, busy });
  if (first.length === capacity.limit) return first;
  const taken = new Map(capacity.busy);
  for (const { workspace_id: workspace } of first) taken.set(workspace, (taken.get(workspace) ?? 0) + 1);
  const rest = await claimDocuments(sql, 'small', {
    ...capacity,
    limit: capacity.limit - first.length,
    busy: taken,
    suspects: capacity.suspects && first.every((document) => document.broken_off < suspectBreakOffs),
  });
  return [...first, ...rest];
}

const failMessages: Readonly<Record<FailReason, string>> = {
  interrupted: 'The server was interrupted at this document again and again.',
  unstorable: 'The contents of the document can’t be stored.',
};
