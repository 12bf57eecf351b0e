import { shrinkDocument } from '../../knowledge-bases/index.ts';
import { findPage } from '../pages/pages.sql.ts';
import { findProgress } from '../runs/runs.sql.ts';
import type { CrawlContext } from './crawl-context.ts';
import type { Outcome } from './outcome.ts';

/** Whether a page is missing for the second time in a row, so that its last good version is not kept. */
export function isRemoved({ isGone }: Extract<Outcome, { kind: 'failed' }>, timesGone: number): boolean {
  return isGone && timesGone > 0;
}

/** Deletes the chunks of a long page that a visit removes, before the transaction that deletes its document. */
export async function shrinkRemoved({ platform, run }: CrawlContext, url: string, outcome: Outcome): Promise<void> {
  if (outcome.kind !== 'skipped' && outcome.kind !== 'failed') return;
  const { sql } = platform.database;
  const page = await findPage(sql, run.source_id, url);
  if (page === undefined || page.document_id === null) return;
  if (outcome.kind === 'failed' && !isRemoved(outcome, page.gone)) return;
  // Another process may have visited the page again.
  if ((await findProgress(sql, run)) === undefined) return;
  await shrinkDocument(platform, run.workspace_id, run.knowledge_base_id, page.document_id);
}
