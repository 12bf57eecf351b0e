import { LeasedWorker } from '../../../platform/leases/leased-worker.ts';
import type { LocalWorker } from '../../../platform/leases/local-worker.ts';
import type { Platform } from '../../../platform/platform.ts';
import { indexSubmission } from './index-submission.ts';
import {
  claimUnindexed,
  endIndexing,
  type Indexing,
  releaseAllIndexing,
  releaseIndexing,
  renewIndexing,
} from './indexing.sql.ts';

/** Only a few at once: each keeps the embedding model busy, and only questions wait for it. */
const slots = { slots: 3, share: 2 };

/**
 * Starts making submissions searchable in this process, and registers the worker in `local`; returns the function that
 * stops it.
 */
export function startIndexer(platform: Platform, local: LocalWorker<Indexing>): () => Promise<void> {
  const { sql, embedded } = platform.database;
  const worker = new LeasedWorker<Indexing>(
    {
      name: 'submission_index',
      log: platform.log,
      ...slots,
      groupOf: (submission) => submission.workspace_id,
      claim: async (capacity) => claimUnindexed(sql, capacity),
      renew: async (leases, extend) => renewIndexing(sql, leases, extend),
      release: async (submission, { afterMs }) => releaseIndexing(sql, submission, afterMs),
      releaseAll: async () => releaseAllIndexing(sql),
      run: async (submission, { signal }) => {
        await indexSubmission(platform, submission, signal);
        return undefined;
      },
      // It stays as searchable as it is; the worker has logged why.
      fail: async (submission) => endIndexing(sql, submission),
    },
    platform.leases,
  );
  return local.start(worker, { isAlone: embedded });
}
