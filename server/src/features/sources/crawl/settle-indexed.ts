import type { SourceChange, SourcePage } from '@portico/shared-types';
import { updatePage } from '../pages/pages.sql.ts';
import { addCounts, insertChanges, lockHeldRun, noCounts } from '../runs/runs.sql.ts';
import type { CrawlContext } from './crawl-context.ts';
import { findIndexed, type IndexedPage, markVisited } from './frontier.sql.ts';

const together = 50;

/** Records the results of indexing fetched pages; returns how many have been processed. Throws LeaseLost. */
export async function settleIndexed({ platform, run }: CrawlContext): Promise<number> {
  const found = await findIndexed(platform.database.sql, run, together);
  if (found.length === 0) return 0;
  await platform.database.transaction(async (tx) => {
    await lockHeldRun(tx, run);
    const counts = noCounts();
    const pages: SourcePage[] = [];
    const changes: SourceChange[] = [];
    for (const indexed of found) {
      const { url, change } = indexed;
      const reason = faultOf(indexed);
      if (reason === undefined) {
        counts[change] += 1;
        changes.push({ url, change, reason: null });
      } else {
        counts.failed += 1;
        changes.push({ url, change: 'failed', reason });
      }
      await markVisited(tx, run.id, { kind: 'page', url }, { state: 'done' });
      const page = await updatePage(
        tx,
        indexed.page_id,
        reason === undefined
          ? { status: 'ready', reason: null, isChanged: true }
          : // Deleted, so that the next run reads and indexes the page again.
            { status: 'failed', reason, text_hash: null, etag: null, last_modified: null },
      );
      if (page !== undefined) pages.push(page);
    }
    await insertChanges(tx, run.id, changes);
    const all = await addCounts(tx, run.id, counts);
    await platform.events.append(tx, run.id, [
      ...pages.map((page) => ({ event: 'page:updated', data: { page } })),
      { event: 'run:progress', data: { counts: all } },
    ]);
  });
  return found.length;
}

function faultOf({ status, error }: IndexedPage): string | undefined {
  if (status === 'ready') return undefined;
  return status === null ? 'its document was deleted' : (error?.message ?? 'it could not be indexed');
}
