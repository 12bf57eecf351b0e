import type { RunError } from '@portico/shared-types';
import { LeasedWorker } from '../../../platform/leases/leased-worker.ts';
import type { FailReason, LeasePorts } from '../../../platform/leases/ports.ts';
import type { LocalWorker } from '../../../platform/leases/local-worker.ts';
import type { FormsPlatform } from '../forms-platform.ts';
import { runTopic } from './announce-run.ts';
import { hintIndexing } from '../search/indexing.jobs.ts';
import type { Indexing } from '../search/indexing.sql.ts';
import { failSubmission } from '../submission/end-submission.ts';
import { followRun } from './follow-run.ts';
import { processSubmission, takeUnread } from './process-submission.ts';
import {
  claimUnfollowed,
  type ClaimedSubmission,
  releaseAllSubmissions,
  releaseSubmission,
  renewSubmissions,
} from '../submission/submissions.claims.sql.ts';

/** Maximum number of submissions that one process reads at the same time. */
const readSlots = { slots: 5, share: 4 };
/** Maximum number of runs that one process follows; each is only a reader of the event log. */
const followSlots = { slots: 2_500, share: 2_000 };

/**
 * Reads submissions, and follows their runs to pass on their events until they end (an approval may take days). The
 * reading worker is available as `local`; `indexer` makes what they read searchable. Returns the function that stops
 * both.
 */
export function startSubmissionWorkers(
  platform: FormsPlatform,
  local: LocalWorker<ClaimedSubmission>,
  indexer: LocalWorker<Indexing>,
): () => Promise<void> {
  const { sql, embedded } = platform.database;
  const shared: Pick<LeasePorts<ClaimedSubmission>, 'log' | 'groupOf' | 'renew' | 'release'> = {
    log: platform.log,
    groupOf: (submission) => submission.workspace_id,
    renew: async (leases, extend) => renewSubmissions(sql, leases, extend),
    release: async (submission, pause) => releaseSubmission(sql, submission, pause),
  };
  const reader = new LeasedWorker<ClaimedSubmission>(
    {
      ...shared,
      ...readSlots,
      name: 'submission',
      claim: async (capacity) => takeUnread(platform, capacity),
      releaseAll: async () => releaseAllSubmissions(sql),
      run: async (submission, { signal }) => {
        await processSubmission(platform, submission, signal);
        return undefined;
      },
      fail: async ({ id }, reason) => {
        await failSubmission(platform, id, readFailures[reason]);
      },
    },
    platform.leases,
  );
  const follower = new LeasedWorker<ClaimedSubmission>(
    {
      ...shared,
      ...followSlots,
      name: 'submission_run',
      claim: async (capacity) => claimUnfollowed(sql, capacity),
      // The reading worker makes the rows of both due.
      releaseAll: async () => undefined,
      run: async (submission, { signal }) => {
        // Not before it is claimed: a claim for indexing locks the same row, and this worker's claim would skip it.
        await hintIndexing(platform, submission.id);
        await followRun(platform, submission, signal);
        // The end of the run locks the row, too.
        indexer.current?.wake();
        return undefined;
      },
      fail: async ({ id }, reason) => {
        await failSubmission(platform, id, runFailures[reason]);
      },
    },
    // Following can stop at any moment without loss, and may take days: there is nothing to wait for.
    { ...platform.leases, graceMs: 0 },
  );
  const stopReader = local.start(reader, { isAlone: embedded });
  follower.start({ isAlone: false });
  const unsubscribe = platform.bus.subscribe(runTopic, () => follower.wake());
  return async () => {
    unsubscribe();
    await Promise.all([stopReader(), follower.stop()]);
  };
}

const readFailures: Readonly<Record<FailReason, RunError>> = {
  interrupted: { code: 'content_unreadable', message: 'The submission could not be read.' },
  unstorable: { code: 'content_unreadable', message: 'The submission can’t be stored.' },
};

const runFailures: Readonly<Record<FailReason, RunError>> = {
  interrupted: { code: 'execution_failed', message: 'The run was interrupted too often.' },
  unstorable: { code: 'execution_failed', message: 'The result can’t be stored.' },
};
