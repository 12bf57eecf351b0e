import type { RunError, SourceRun } from '@portico/shared-types';
import type { Transaction } from '../../../platform/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { CrawlContext } from '../crawl/crawl-context.ts';
import { skipQueuedPages } from '../crawl/frontier.sql.ts';
import { forgetOutdatedValidators } from '../pages/pages.sql.ts';
import { settleSource } from '../sources.sql.ts';
import { removeUnlistedPages } from './remove-unlisted-pages.ts';
import { addCounts, endRun, lockHeldRun, noCounts } from './runs.sql.ts';

/** Ends a run that this process holds. Throws LeaseLost. */
export async function finishRun(
  { platform, run }: Pick<CrawlContext, 'platform' | 'run'>,
  status: 'completed' | 'failed',
  error: RunError | null,
): Promise<void> {
  const isCompleted = status === 'completed';
  if (isCompleted && run.type === 'urls') await removeUnlistedPages({ platform, run });
  await platform.database.transaction(async (tx) => {
    await lockHeldRun(tx, run);
    if (isCompleted) {
      // Those above the limit.
      const skipped = await skipQueuedPages(tx, run, `limit of ${run.max_pages} pages reached`);
      await addCounts(tx, run.id, { ...noCounts(), skipped });
    }
    await closeRun(platform, tx, run, status, error);
  });
}

/** Ends a run and sets its source's state; undefined if the run has ended. */
export async function closeRun(
  platform: Platform,
  tx: Transaction,
  { id, source_id: sourceId }: { id: string; source_id: string },
  status: 'completed' | 'failed' | 'cancelled',
  error: RunError | null,
): Promise<SourceRun | undefined> {
  const run = await endRun(tx, id, status, error);
  if (run === undefined) return undefined;
  await forgetOutdatedValidators(tx, id);
  await settleSource(tx, sourceId, status === 'failed' ? 'failed' : 'idle', error);
  await platform.events.append(tx, id, [{ event: `run:${status}`, data: { run } }]);
  return run;
}
