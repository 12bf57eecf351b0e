import { LeasedWorker } from '../../../platform/leases/leased-worker.ts';
import type { ClaimCapacity, FailReason } from '../../../platform/leases/ports.ts';
import { replaceOne } from '../../../platform/leases/replace-one.ts';
import type { LocalWorker } from '../../../platform/leases/local-worker.ts';
import type { KnowledgePlatform } from '../../knowledge-bases/index.ts';
import { crawl } from '../crawl/crawl.ts';
import { finishRun } from './finish-run.ts';
import { type ClaimedRun, claimRuns, releaseAllRuns, releaseRun, renewRuns } from './runs.claims.sql.ts';

/** Runs mostly wait for other people's servers. */
const slots = { slots: 8, share: 4 };

/** Starts crawling in this process, and registers the worker in `local`; returns the function that stops it. */
export function startCrawler(platform: KnowledgePlatform, local: LocalWorker<ClaimedRun>): () => Promise<void> {
  const { sql, embedded } = platform.database;
  const groupOf = (run: ClaimedRun): string => run.workspace_id;
  const claim = async (capacity: ClaimCapacity): Promise<ClaimedRun[]> => claimRuns(sql, capacity);
  const worker = new LeasedWorker<ClaimedRun>(
    {
      name: 'run',
      log: platform.log,
      ...slots,
      groupOf,
      claim,
      replace: async (running) => replaceOne(running, { ...slots, groupOf }, claim),
      renew: async (leases, extend) => renewRuns(sql, leases, extend),
      release: async (run, { afterMs }) => releaseRun(sql, run, afterMs),
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
  return local.start(worker, { isAlone: embedded });
}

const failMessages: Readonly<Record<FailReason, string>> = {
  interrupted: 'The server was interrupted at this run again and again.',
  unstorable: 'The contents of a page can’t be stored.',
};
