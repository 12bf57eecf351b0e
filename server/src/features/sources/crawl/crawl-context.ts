import { setImmediate as pause } from 'node:timers/promises';
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

/** Milliseconds of judging at a time, so that other work has its turns. */
const turnMs = 10;

/** The addresses that `include` and `exclude` don't leave out. A page may have tens of thousands of links. */
export async function findPages(
  { scope }: Pick<CrawlContext, 'scope'>,
  targets: readonly Target[],
): Promise<ReadonlySet<Target>> {
  const pages = new Set<Target>();
  let turnStart = performance.now();
  for (const target of targets) {
    if (scope.reasonToSkip(target.url, target.depth) === undefined) pages.add(target);
    if (performance.now() - turnStart < turnMs) continue;
    await pause();
    turnStart = performance.now();
  }
  return pages;
}

/**
 * The addresses for which a run has room after `discovered` others. Those that are not among the `pages` are collected
 * to be listed with the reason, but never take the place of pages.
 */
export function chooseTargets(
  run: Pick<ClaimedRun, 'max_pages'>,
  { targets, pages }: { readonly targets: readonly Target[]; readonly pages: ReadonlySet<Target> },
  discovered: number,
): Target[] {
  const chosen = targets.filter((target) => pages.has(target)).slice(0, Math.max(0, frontierLimit(run) - discovered));
  const others = targets.filter((target) => !pages.has(target));
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
