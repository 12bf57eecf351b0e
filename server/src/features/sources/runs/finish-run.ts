import type { RunError, SourceRun } from '@portico/shared-types';
import type { Transaction } from '../../../platform/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { removeUnused } from '../../../platform/storage/index.ts';
import { deleteCrawledDocuments } from '../../knowledge-bases/index.ts';
import type { CrawlContext } from '../crawl/crawl-context.ts';
import { findUnlisted, skipQueuedPages } from '../crawl/frontier.sql.ts';
import { deletePages, forgetOutdatedValidators } from '../pages/pages.sql.ts';
import { settleSource } from '../sources.sql.ts';
import { addCounts, endRun, insertChanges, lockHeldRun, noCounts } from './runs.sql.ts';

/** Ends a run that this process holds. Throws LeaseLost. */
export async function finishRun(
  { platform, run }: Pick<CrawlContext, 'platform' | 'run'>,
  status: 'completed' | 'failed',
  error: RunError | null,
): Promise<void> {
  const unused: string[] = [];
  await platform.database.transaction(async (tx) => {
    await lockHeldRun(tx, run);
    if (status === 'completed') unused.push(...(await settleUnvisited(tx, run)));
    await closeRun(platform, tx, run, status, error);
  });
  await removeUnused(platform, unused);
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

/** Pages that the run did not visit: those above the limit, and addresses that are no longer listed. */
async function settleUnvisited(tx: Transaction, run: CrawlContext['run']): Promise<string[]> {
  const counts = noCounts();
  counts.skipped = await skipQueuedPages(tx, run, `limit of ${run.max_pages} pages reached`);
  const unlisted = run.type === 'urls' ? await findUnlisted(tx, run) : [];
  const held = unlisted.filter(({ document_id: documentId }) => documentId !== null);
  const ids = held.flatMap(({ document_id: documentId }) => documentId ?? []);
  const unused = await deleteCrawledDocuments(tx, run.workspace_id, ids);
  await deletePages(
    tx,
    unlisted.map(({ id }) => id),
  );
  counts.removed = held.length;
  await insertChanges(
    tx,
    run.id,
    held.map(({ url }) => ({ url, change: 'removed', reason: 'no longer in the list' })),
  );
  await addCounts(tx, run.id, counts);
  return unused;
}
