import { createHash } from 'node:crypto';
import type { SourceChange, SourcePage } from '@portico/shared-types';
import type { Transaction } from '../../../platform/database.ts';
import { createId } from '../../../platform/ids.ts';
import { commitStored, recordUnused, removeUnused } from '../../../platform/storage/index.ts';
import { deleteCrawledDocuments, storeCrawledDocument } from '../../knowledge-bases/index.ts';
import {
  deletePages,
  duplicateOf,
  findPage,
  findTwin,
  type KnownPage,
  lockDocuments,
  updatePage,
} from '../pages/pages.sql.ts';
import { addCounts, insertChanges, lockHeldRun, noCounts, type CountChange } from '../runs/runs.sql.ts';
import { chooseTargets, type CrawlContext, findPages } from './crawl-context.ts';
import { type FrontierChange, type FrontierRow, insertTargets, isInFrontier, markVisited } from './frontier.sql.ts';
import { type Outcome, type PageContent, type Target, targetsOf } from './outcome.ts';
import { isRemoved, shrinkRemoved } from './shrink-removed.ts';

type Content = Extract<Outcome, { kind: 'content' }>;

/** A visited page and its outcome. */
export interface Visit {
  readonly row: FrontierRow;
  readonly outcome: Outcome;
}

/** The writes of a visit; the lists are those of all visits of the transaction. */
interface Commit {
  readonly tx: Transaction;
  readonly context: CrawlContext;
  readonly row: FrontierRow;
  readonly page: KnownPage;
  readonly counts: CountChange;
  readonly changes: SourceChange[];
  readonly targets: Target[];
  /** Stored bytes that are no longer used once this is committed. */
  readonly unused: string[];
}

interface Written {
  readonly page: SourcePage | undefined;
  readonly frontier: FrontierChange;
}

/** Writes the outcomes of visits in one transaction, under the run's lease. Throws LeaseLost. */
export async function commitPages(context: CrawlContext, visits: readonly Visit[]): Promise<void> {
  const { platform, run } = context;
  const texts: NewText[] = [];
  for (const visit of visits) {
    await shrinkRemoved(context, visit.row.url, visit.outcome);
    const text = await findNewText(context, visit);
    if (text !== undefined) texts.push(text);
  }
  const linked = await findPages(
    context,
    visits.flatMap(({ outcome }) => targetsOf(outcome)),
  );
  const stores = texts.map(
    ({ bytes }) =>
      async (key: string): Promise<string> =>
        platform.storage.keepBytes(bytes, key),
  );
  const unused = await commitStored(platform, stores, async (tx, keys) => {
    const stored = new Map(texts.map(({ visit, ...text }, at) => [visit, { ...text, key: keys[at] ?? '' }]));
    const unusedKeys: string[] = [];
    const held = await lockHeldRun(tx, run);
    const urls = visits.map(({ row }) => row.url);
    if (urls.length > 1) await lockDocuments(tx, run.source_id, urls);
    const pages: SourcePage[] = [];
    const all = { tx, context, counts: noCounts(), changes: [], targets: [], unused: unusedKeys };
    for (const visit of visits) {
      const { row, outcome } = visit;
      const page = await findPage(tx, run.source_id, row.url);
      if (outcome.kind !== 'skipped' || outcome.status !== null) all.counts.fetched += 1;
      const commit: Commit = { ...all, row, page: page ?? missing };
      const text = stored.get(visit);
      const written = page === undefined ? gone : await write(commit, outcome, text);
      if (page === undefined && text !== undefined) unusedKeys.push(text.key);
      await markVisited(tx, run.id, row, written.frontier);
      if (written.page !== undefined) pages.push(written.page);
    }
    all.counts.discovered = await insertTargets(
      tx,
      run,
      chooseTargets(run, { targets: all.targets, pages: linked }, held.discovered),
    );
    await insertChanges(tx, run.id, all.changes);
    const counts = await addCounts(tx, run.id, all.counts);
    await platform.events.append(tx, run.id, [
      ...pages.map((page) => ({ event: 'page:updated', data: { page } })),
      { event: 'run:progress', data: { counts } },
    ]);
    await recordUnused(tx, unusedKeys);
    return unusedKeys;
  });
  platform.knowledgeBases.worker.current?.wake();
  await removeUnused(platform, unused);
}

/** The page's row was deleted during the visit. */
const gone: Written = { page: undefined, frontier: { state: 'done' } };
const missing: KnownPage = {
  id: '',
  url: '',
  status: 'queued',
  reason: null,
  document_id: null,
  is_indexed: false,
  text_hash: null,
  etag: null,
  last_modified: null,
  gone: 0,
};

interface NewText {
  readonly visit: Visit;
  readonly bytes: Buffer;
  readonly sha256: Buffer;
}

interface StoredText extends Omit<NewText, 'visit'> {
  readonly key: string;
}

function hashText({ title, text }: PageContent): Buffer {
  return createHash('sha256').update(title).update('\0').update(text).digest();
}

/** The text of a page that seems to need indexing. */
async function findNewText({ platform, run }: CrawlContext, visit: Visit): Promise<NewText | undefined> {
  const { row, outcome } = visit;
  if (outcome.kind !== 'content') return undefined;
  const { content } = outcome;
  const before = await findPage(platform.database.sql, run.source_id, row.url);
  if (before !== undefined && isSame(before, content)) return undefined;
  const bytes = Buffer.from(content.text);
  return { visit, bytes, sha256: createHash('sha256').update(bytes).digest() };
}

function isSame(page: KnownPage, content: PageContent): boolean {
  return page.document_id !== null && page.is_indexed && page.text_hash?.equals(hashText(content)) === true;
}

async function write(commit: Commit, outcome: Outcome, stored: StoredText | undefined): Promise<Written> {
  switch (outcome.kind) {
    case 'again':
      return { page: undefined, frontier: { state: 'again' } };
    case 'skipped':
      commit.targets.push(...outcome.links);
      return skip(commit, outcome.reason, outcome.status);
    case 'failed':
      return fail(commit, outcome);
    case 'unmodified':
      return keep(commit, { http_status: 304 });
    case 'content':
      return writeContent(commit, outcome, stored);
  }
}

async function writeContent(commit: Commit, outcome: Content, stored: StoredText | undefined): Promise<Written> {
  const { tx, context, page, targets } = commit;
  const { content, status } = outcome;
  targets.push(...outcome.links);
  const original = await findOriginal(commit, outcome);
  if (original !== undefined) {
    if (stored !== undefined) commit.unused.push(stored.key);
    return skip(commit, `${duplicateOf}${original}`, status);
  }
  const validators = { etag: content.etag, last_modified: content.lastModified };
  if (stored === undefined || isSame(page, content)) {
    if (stored !== undefined) commit.unused.push(stored.key);
    if (isSame(page, content)) return keep(commit, { http_status: status, ...validators });
    // Its document was deleted between the check before the transaction and now.
    return { page: undefined, frontier: { state: 'again' } };
  }
  const { run } = context;
  const identity = createHash('sha256').update(`source ${run.source_id} ${commit.row.url}`).digest();
  const document = await storeCrawledDocument(tx, {
    id: createId('doc'),
    workspaceId: run.workspace_id,
    knowledgeBaseId: run.knowledge_base_id,
    sourceId: run.source_id,
    url: commit.row.url,
    title: content.title,
    language: content.language,
    mimeType: content.mimeType,
    identity,
    storageKey: stored.key,
    sha256: stored.sha256,
    size: stored.bytes.byteLength,
  });
  if (document.unusedKey !== null) commit.unused.push(document.unusedKey);
  commit.counts.kept += 1;
  const updated = await updatePage(tx, page.id, {
    status: 'queued',
    reason: null,
    http_status: status,
    title: content.title,
    document_id: document.id,
    text_hash: hashText(content),
    ...validators,
    gone: 0,
    isFetched: true,
  });
  const change = page.document_id === null ? 'created' : 'changed';
  return { page: updated, frontier: { state: 'indexing', change } };
}

/** The original of this page: as declared by the page itself, or because the text is the same. */
async function findOriginal(
  { tx, context, row, page, targets }: Commit,
  outcome: Content,
): Promise<string | undefined> {
  const { run } = context;
  const { canonical } = outcome;
  if (canonical !== undefined) {
    const known = await findPage(tx, run.source_id, canonical.url);
    // A page that failed, is skipped, or names this page as the original is not the better one.
    const isGood = known === undefined ? run.type === 'website' : !['failed', 'skipped'].includes(known.status);
    if (isGood && (run.type === 'website' || (await isInFrontier(tx, run.id, canonical.url)))) {
      targets.unshift(canonical);
      return canonical.url;
    }
  }
  const twin = await findTwin(tx, run.source_id, page.id, hashText(outcome.content));
  return twin === row.url ? undefined : twin;
}

/** The page's content has not changed. */
async function keep(
  { tx, page, counts }: Commit,
  change: { http_status: number; etag?: string | null; last_modified?: string | null },
): Promise<Written> {
  counts.unchanged += 1;
  counts.kept += 1;
  const updated = await updatePage(tx, page.id, {
    status: 'unchanged',
    reason: null,
    gone: 0,
    isFetched: true,
    ...change,
  });
  return { page: updated, frontier: { state: 'done' } };
}

/** Neither the page nor its earlier content is part of the knowledge base any more. */
async function skip(commit: Commit, reason: string, status: number | null): Promise<Written> {
  const { tx, page, counts } = commit;
  counts.skipped += 1;
  if (page.document_id !== null) await removeDocument(commit, page.document_id, reason);
  const updated = await updatePage(tx, page.id, {
    status: 'skipped',
    reason,
    http_status: status,
    document_id: null,
    text_hash: null,
    etag: null,
    last_modified: null,
    gone: 0,
    isFetched: status !== null,
  });
  return { page: updated, frontier: { state: 'done' } };
}

/** The page can't be fetched: its last good version is kept, unless it is missing for the second time in a row. */
async function fail(commit: Commit, outcome: Extract<Outcome, { kind: 'failed' }>): Promise<Written> {
  const { tx, page, counts, row } = commit;
  const { reason, status, isGone } = outcome;
  if (isRemoved(outcome, page.gone) && page.document_id !== null) {
    await removeDocument(commit, page.document_id, reason);
    await deletePages(tx, [page.id]);
    return gone;
  }
  counts.failed += 1;
  commit.changes.push({ url: row.url, change: 'failed', reason });
  const updated = await updatePage(tx, page.id, {
    status: 'failed',
    reason,
    http_status: status,
    gone: isGone ? page.gone + 1 : 0,
    isFetched: true,
  });
  return { page: updated, frontier: { state: 'done' } };
}

async function removeDocument(commit: Commit, documentId: string, reason: string): Promise<void> {
  const { tx, context, row, counts, changes, unused } = commit;
  unused.push(...(await deleteCrawledDocuments(tx, context.run.workspace_id, [documentId])));
  counts.removed += 1;
  changes.push({ url: row.url, change: 'removed', reason });
}
