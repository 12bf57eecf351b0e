import { setImmediate as pause } from 'node:timers/promises';
import { OutboundError } from '../../../platform/outbound/index.ts';
import { addCounts, lockHeldRun, noCounts } from '../runs/runs.sql.ts';
import { RobotsUnavailable } from '../robots/robots.ts';
import { chooseTargets, type CrawlContext, findPages, findSite } from './crawl-context.ts';
import { type FrontierRow, insertSitemaps, insertTargets, markVisited } from './frontier.sql.ts';
import { isAsset, normalizeUrl } from './normalize-url.ts';
import type { Target } from './outcome.ts';
import { InvalidSitemap, readSitemap, type Sitemap } from './read-sitemap.ts';

const maxBytes = 50 * 1024 * 1024;
/** The protocol's limit. All are read, because the pages that belong to the source may be the last ones. */
const maxAddresses = 50_000;
/** Addresses parsed at a time, so that other work has its turns. */
const sliceAddresses = 500;
const maxRedirects = 5;
/**
 * According to the protocol, an index lists sitemaps, and these list no further sitemaps. One more level is allowed.
 */
const maxDepth = 3;
const maxSitemaps = 500;

/** The sitemap of a source can't be read. The message is safe to show. */
export class SitemapUnavailable extends Error {
  override readonly name = 'SitemapUnavailable';
}

/** Whether this is the sitemap that the source names: no page is visited before it has been read. */
export function isOwnSitemap({ run }: CrawlContext, { kind, depth }: FrontierRow): boolean {
  return run.type === 'sitemap' && kind === 'sitemap' && depth === 0;
}

/** Reads a sitemap and adds its entries to the run. Throws SitemapUnavailable if it is the source's own sitemap. */
export async function visitSitemap(context: CrawlContext, row: FrontierRow): Promise<void> {
  const { platform, run } = context;
  const read = await fetchSitemap(context, row.url);
  if (typeof read === 'string' && isOwnSitemap(context, row)) {
    throw new SitemapUnavailable(`sitemap: ${read}`);
  }
  const { urls, sitemaps } = typeof read === 'string' ? nothing : read;
  const targets: Target[] = [];
  for (let at = 0; at < urls.length; at += sliceAddresses) {
    targets.push(...toTargets(context, row, urls.slice(at, at + sliceAddresses)));
    await pause();
  }
  const pages = await findPages(context, targets);
  const further = row.depth + 1 < maxDepth ? sitemaps.flatMap((address) => normalizeUrl(address, row.url) ?? []) : [];
  await platform.database.transaction(async (tx) => {
    const held = await lockHeldRun(tx, run);
    const discovered = await insertTargets(tx, run, chooseTargets(run, { targets, pages }, held.discovered));
    await insertSitemaps(tx, run.id, [...new Set(further)].slice(0, maxSitemaps), row.depth + 1);
    await markVisited(tx, run.id, row, { state: 'done' });
    const counts = await addCounts(tx, run.id, { ...noCounts(), discovered });
    await platform.events.append(tx, run.id, [{ event: 'run:progress', data: { counts } }]);
  });
}

/** The addresses of pages on the source's site. */
function toTargets({ run, scope }: CrawlContext, row: FrontierRow, addresses: readonly string[]): Target[] {
  const depth = Math.min(1, run.max_depth);
  const urls = new Set<string>();
  for (const address of addresses) {
    const url = normalizeUrl(address, row.url);
    if (url !== undefined && scope.isInside(url) && !isAsset(url)) urls.add(url);
  }
  return [...urls].map((url) => ({ url, depth, hops: 0 }));
}

const nothing: Sitemap = { urls: [], sitemaps: [] };

/** The sitemap, or why it can't be read. */
async function fetchSitemap(context: CrawlContext, address: string): Promise<Sitemap | string> {
  const { client, robots, run, signal } = context;
  let url = address;
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      if (!(await robots.of(url)).isAllowed(url)) return 'robots';
      const { status, headers, body } = await client.request(url, { maxBytes, signal });
      const target = headers['location'] === undefined ? undefined : normalizeUrl(headers['location'], url);
      if (status >= 300 && status < 400 && target !== undefined) {
        url = target;
        continue;
      }
      if (status < 200 || status > 299) return `HTTP ${status}`;
      return await readSitemap(body, maxAddresses);
    }
    return `redirects more than ${maxRedirects} times`;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OutboundError || error instanceof InvalidSitemap) return error.message;
    if (error instanceof RobotsUnavailable && new URL(url).origin !== findSite(run)) return error.message;
    throw error;
  }
}
