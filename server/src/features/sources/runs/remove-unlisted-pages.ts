import { countDeletedTogether, removeCrawledDocuments } from '../../knowledge-bases/index.ts';
import type { CrawlContext } from '../crawl/crawl-context.ts';
import { findUnlisted } from '../crawl/frontier.sql.ts';
import { deletePages, lockDocuments } from '../pages/pages.sql.ts';
import { addCounts, findProgress, insertChanges, lockHeldRun, noCounts } from './runs.sql.ts';

/**
 * Removes the pages whose addresses are no longer listed with their documents, a few in each transaction. May be
 * interrupted: the process that continues the run removes the rest. Throws LeaseLost.
 */
export async function removeUnlistedPages({ platform, run }: Pick<CrawlContext, 'platform' | 'run'>): Promise<void> {
  const { sql } = platform.database;
  const base = { workspaceId: run.workspace_id, knowledgeBaseId: run.knowledge_base_id };
  while ((await findProgress(sql, run)) !== undefined) {
    const pages = await findUnlisted(sql, run, countDeletedTogether(platform));
    if (pages.length === 0) return;
    const indexed = pages.filter(({ document_id: documentId }) => documentId !== null);
    const documents = indexed.flatMap(({ document_id: documentId }) => documentId ?? []);
    await removeCrawledDocuments(platform, base, documents, async (tx) => {
      await lockHeldRun(tx, run);
      await lockDocuments(
        tx,
        run.source_id,
        indexed.map(({ url }) => url),
      );
      await deletePages(
        tx,
        pages.map(({ id }) => id),
      );
      const changes = indexed.map(({ url }) => ({ url, change: 'removed', reason: 'no longer in the list' }) as const);
      await insertChanges(tx, run.id, changes);
      await addCounts(tx, run.id, { ...noCounts(), removed: indexed.length });
    });
  }
}
