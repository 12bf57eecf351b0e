import { addCounts, lockHeldRun, markSeeded, noCounts } from '../runs/runs.sql.ts';
import { type CrawlContext, frontierLimit, findSite } from './crawl-context.ts';
import { insertKnownPages, insertSitemaps, insertTargets } from './frontier.sql.ts';
import { normalizeUrl } from './normalize-url.ts';
import type { Target } from './outcome.ts';

/**
 * Puts the first addresses into a run's frontier: the start page and the site's sitemaps, the sitemap, or the list;
 * and what the source knows from earlier runs. Throws RobotsUnavailable and LeaseLost.
 */
export async function seedRun(context: CrawlContext): Promise<void> {
  const { platform, run, robots } = context;
  const { url, urls, type } = run;
  const start = url === null ? undefined : normalizeUrl(url);
  const site = findSite(run);
  // Read in any case, so that a site that is down for maintenance fails the run before any page does.
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
    if (type !== 'urls') discovered += await insertKnownPages(tx, run, frontierLimit(run));
    await markSeeded(tx, run.id);
    await addCounts(tx, run.id, { ...noCounts(), discovered });
  });
}
