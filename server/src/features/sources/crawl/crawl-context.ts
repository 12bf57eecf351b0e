import type { KnowledgePlatform } from '../../knowledge-bases/index.ts';
import type { PoliteClient } from '../pacing/polite-client.ts';
import type { RobotsBook } from '../robots/robots-book.ts';
import type { ClaimedRun } from '../runs/runs.claims.sql.ts';
import type { Target } from './outcome.ts';
import type { Scope } from './scope.ts';

/** The dependencies of every step of a crawl. */
export interface CrawlContext {
  readonly platform: KnowledgePlatform;
  readonly run: ClaimedRun;
  readonly client: PoliteClient;
  readonly robots: RobotsBook;
  readonly scope: Scope;
  /** Fires when the run has to be released. */
  readonly signal: AbortSignal;
}

/** Addresses up to which a run also collects those that it will only skip. */
const skippedLimit = 1000;

/** Maximum addresses that a run may collect: enough for its pages, and a limit for crawler traps. */
export function frontierLimit({ max_pages: maxPages }: Pick<ClaimedRun, 'max_pages'>): number {
  return maxPages * 3 + skippedLimit;
}

/**
 * The addresses for which a run has room after `discovered` others. Those that `include` and `exclude` leave out are
 * collected to be listed with the reason, but never take the place of pages.
 */
export function chooseTargets(
  { run, scope }: Pick<CrawlContext, 'run' | 'scope'>,
  targets: readonly Target[],
  discovered: number,
): Target[] {
  const isPage = ({ url, depth }: Target): boolean => scope.reasonToSkip(url, depth) === undefined;
  const pages: Target[] = [];
  const others: Target[] = [];
  for (const target of targets) (isPage(target) ? pages : others).push(target);
  const chosen = pages.slice(0, Math.max(0, frontierLimit(run) - discovered));
  return [...chosen, ...others.slice(0, Math.max(0, skippedLimit - discovered - chosen.length))];
}

/** Maximum page requests of a run, regardless of their outcomes. */
export function requestLimit({ max_pages: maxPages }: Pick<ClaimedRun, 'max_pages'>): number {
  return maxPages * 3 + 100;
}

/** The site of a source; undefined for a list of addresses on several sites. */
export function findSite({ type, url, urls }: Pick<ClaimedRun, 'type' | 'url' | 'urls'>): string | undefined {
  const origins = new Set((type === 'urls' || url === null ? urls : [url]).map((one) => new URL(one).origin));
  return origins.size === 1 ? [...origins][0] : undefined;
}
