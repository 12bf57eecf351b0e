import { setTimeout as sleep } from 'node:timers/promises';
import type { RunError } from '@portico/shared-types';
import { LeaseLost } from '../../../platform/leases/lease.ts';
import type { KnowledgePlatform } from '../../knowledge-bases/index.ts';
import { findPage } from '../pages/pages.sql.ts';
import { createPoliteClient } from '../pacing/polite-client.ts';
import { RobotsUnavailable } from '../robots/robots.ts';
import { RobotsBook } from '../robots/robots-book.ts';
import { finishRun } from '../runs/finish-run.ts';
import type { ClaimedRun } from '../runs/runs.claims.sql.ts';
import { findProgress, addCounts, lockHeldRun, markSeeded, noCounts } from '../runs/runs.sql.ts';
import { homeOf, openHeaders } from '../source-headers.ts';
import { commitPages } from './commit-pages.ts';
import { type CrawlContext, requestLimit, frontierLimit, findSite } from './crawl-context.ts';
import {
  countIndexing,
  findNext,
  type FrontierRow,
  insertKnownPages,
  insertSitemaps,
  insertTargets,
  requeueDuplicates,
} from './frontier.sql.ts';
import { createScope } from './scope.ts';
import { settleIndexed } from './settle-indexed.ts';
import { reasonToLeaveOut, visitPage } from './visit-page.ts';
import { isOwnSitemap, SitemapUnavailable, visitSitemap } from './visit-sitemap.ts';
import { normalizeUrl } from './normalize-url.ts';
import type { Target } from './outcome.ts';

/** Pages that one run requests at the same time; a host allows at most two connections anyway. */
const together = 2;
/** Pages that are left out together: few enough for others to have their turn at the database. */
const leftOutTogether = 25;
const pollMs = 100;

/**
 * Runs a crawl from its current state to its end. May be interrupted anywhere: committed results are kept, and the next
 * process visits the rest. Throws the signal's reason and LeaseLost.
 */
export async function crawl(platform: KnowledgePlatform, run: ClaimedRun, turn: AbortSignal): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([turn, stop.signal]);
  const context = createContext(platform, run, signal);
  const visits = new Map<string, Promise<void>>();
  try {
    if (!run.is_seeded) await seedRun(context);
    await visitAll(context, visits);
    const { note } = context.robots;
    await finishRun(context, 'completed', note === undefined ? null : { code: 'crawl_delay', message: note });
  } catch (error) {
    stop.abort(error);
    await Promise.allSettled(visits.values());
    turn.throwIfAborted();
    const failure = describeFailure(error);
    if (failure === undefined) throw error;
    await finishRun(context, 'failed', failure);
  }
}

function createContext(platform: KnowledgePlatform, run: ClaimedRun, signal: AbortSignal): CrawlContext {
  const home = homeOf(run);
  const client = createPoliteClient(platform, {
    userAgent: `PorticoBot/${platform.version} (+${platform.publicUrl})`,
    ownOrigin: home.origin,
    headers: openHeaders(platform, run.headers),
  });
  const robots = new RobotsBook(client, { isRespected: run.respect_robots, signal });
  return { platform, run, client, robots, scope: createScope(run, home.origin), signal };
}

async function visitAll(context: CrawlContext, visits: Map<string, Promise<void>>): Promise<void> {
  const { platform, run, signal } = context;
  const { sql } = platform.database;
  const faults: unknown[] = [];
  const start = (row: FrontierRow): void => {
    const work = visit(context, row).catch((error: unknown) => void faults.push(error));
    visits.set(
      keyOf(row),
      work.finally(() => visits.delete(keyOf(row))),
    );
  };
  for (;;) {
    if (faults.length > 0) throw faults[0];
    signal.throwIfAborted();
    await settleIndexed(context);
    // Each may end during the following queries, which then still count it as queued and don't know what it found.
    const underWay = new Set(visits.keys());
    const progress = await findProgress(sql, run);
    if (progress === undefined) throw new LeaseLost();
    // All visits in progress may turn out to be pages.
    const left = Math.min(run.max_pages - progress.kept, requestLimit(run) - progress.fetched) - underWay.size;
    const capacity = Math.min(left, together - underWay.size);
    const next = capacity > 0 ? await findNext(sql, run.id, together + underWay.size) : [];
    const ready = next[0] !== undefined && isOwnSitemap(context, next[0]) ? next.slice(0, 1) : next;
    if (ready.some((row) => reasonToLeaveOut(context, row) !== undefined)) {
      await leaveOut(context, await findNext(sql, run.id, leftOutTogether));
      continue;
    }
    const fresh = ready.filter((row) => !underWay.has(keyOf(row))).slice(0, Math.max(0, capacity));
    for (const row of fresh) start(row);
    if (visits.size > 0) await Promise.race([...visits.values(), sleep(pollMs)]);
    else if (underWay.size > 0) continue;
    else if ((await countIndexing(sql, run.id)) > 0) await sleep(pollMs, undefined, { signal });
    else if (faults.length === 0 && (left <= 0 || !(await revisitDuplicates(context)))) return;
  }
}

/**
 * Queues the pages again that were left out in favour of a page that turned out to be missing or to lead back; false if
 * there are none. Each is then read for itself, because that page is known to be no better.
 */
async function revisitDuplicates({ platform, run }: CrawlContext): Promise<boolean> {
  return platform.database.transaction(async (tx) => {
    await lockHeldRun(tx, run);
    const count = await requeueDuplicates(tx, run);
    if (count > 0) await addCounts(tx, run.id, { ...noCounts(), skipped: -count });
    return count > 0;
  });
}

/** Records those rows that need no request. */
async function leaveOut(context: CrawlContext, rows: readonly FrontierRow[]): Promise<void> {
  const visits = rows.flatMap((row) => {
    const reason = reasonToLeaveOut(context, row);
    return reason === undefined
      ? []
      : [{ row, outcome: { kind: 'skipped', status: null, reason, links: [] } as const }];
  });
  await commitPages(context, visits);
}

async function visit(context: CrawlContext, row: FrontierRow): Promise<void> {
  if (row.kind === 'sitemap') return visitSitemap(context, row);
  const known = await findPage(context.platform.database.sql, context.run.source_id, row.url);
  const outcome = await visitPage(context, row, known);
  return commitPages(context, [{ row, outcome }]);
}

function keyOf({ kind, url }: FrontierRow): string {
  return `${kind} ${url}`;
}

/** Why the whole run failed; undefined for what is not the site's fault. */
function describeFailure(error: unknown): RunError | undefined {
  if (error instanceof RobotsUnavailable) return { code: 'robots_unavailable', message: error.message };
  if (error instanceof SitemapUnavailable) return { code: 'sitemap_unavailable', message: error.message };
  return undefined;
}

/**
 * Adds the first addresses to a run's frontier: the start page and the site's sitemaps, the sitemap, or the list; and
 * the pages known from earlier runs. Throws RobotsUnavailable and LeaseLost.
 */
async function seedRun(context: CrawlContext): Promise<void> {
  const { platform, run, robots } = context;
  const { url, urls, type } = run;
  const start = url === null ? undefined : normalizeUrl(url);
  const site = findSite(run);
  // Always read, so that a site that is down for maintenance fails the run before any page does.
  const rules = site === undefined ? undefined : await robots.of(site);
  const sitemaps = type === 'sitemap' && url !== null ? [url] : [];
  if (type === 'website' && start !== undefined) {
    const named = rules?.sitemaps.flatMap((address) => normalizeUrl(address, start) ?? []) ?? [];
    sitemaps.push(new URL('/sitemap.xml', start).href, ...named);
  }
  const addresses =
    type === 'website' && start !== undefined ? [start] : urls.flatMap((one) => normalizeUrl(one) ?? []);
  const targets = [...new Set(addresses)].map((one): Target => ({ url: one, depth: 0, hops: 0 }));
  await platform.database.transaction(async (tx) => {
    await lockHeldRun(tx, run);
    let discovered = await insertTargets(tx, run, targets);
    await insertSitemaps(tx, run.id, [...new Set(sitemaps)], 0);
    if (type !== 'urls') discovered += await insertKnownPages(tx, run, frontierLimit(run) - run.max_pages);
    await markSeeded(tx, run.id);
    await addCounts(tx, run.id, { ...noCounts(), discovered });
  });
}
