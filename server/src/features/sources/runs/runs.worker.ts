import { LeasedWorker } from '../../../platform/leases/leased-worker.ts';
import type { FailReason } from '../../../platform/leases/ports.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { BoundJob } from '../../../platform/queue.ts';
import { crawl } from '../crawl/crawl.ts';
import { finishRun } from './finish-run.ts';
import { crawlJob } from './run-job.ts';
import { type ClaimedRun, claimRuns, releaseAllRuns, releaseRun, renewRuns } from './runs.claims.sql.ts';

/** Runs mostly wait for other people's servers. */
const slots = { slots: 8, share: 4 };

type RunWorker = LeasedWorker<ClaimedRun>;
const workers = new WeakMap<Platform, RunWorker>();

/** Starts crawling in this process; returns what stops it. */
export function startCrawler(platform: Platform): () => Promise<void> {
  const { sql, embedded } = platform.database;
  const worker: RunWorker = new LeasedWorker<ClaimedRun>(
    {
      name: 'run',
      log: platform.log,
      ...slots,
      groupOf: (run) => run.workspace_id,
      claim: async (capacity) => claimRuns(sql, capacity),
      renew: async (leases, extend) => renewRuns(sql, leases, extend),
      release: async (run, afterMs) => releaseRun(sql, run, afterMs),
      releaseAll: async () => releaseAllRuns(sql),
      run: async (run, { signal }) => {
        await crawl(platform, run, signal);
        return undefined;
      },
      fail: async (run, reason) =>
        finishRun({ platform, run }, 'failed', { code: 'internal_error', message: failMessages[reason] }),
    },
    platform.leases,
  );
  workers.set(platform, worker);
  worker.start({ isAlone: embedded });
  return async () => {
    await worker.stop();
    workers.delete(platform);
  };
}

const failMessages: Readonly<Record<FailReason, string>> = {
  interrupted: 'The server was interrupted at this run again and again.',
  unstorable: 'What a page holds can’t be stored.',
};

/** Handles the hint of a new document: wakes the worker, which asks the database what there is to do. */
export function bindCrawlJobs(platform: Platform): BoundJob[] {
  return [{ job: crawlJob, handle: async () => workers.get(platform)?.wake() }];
}
