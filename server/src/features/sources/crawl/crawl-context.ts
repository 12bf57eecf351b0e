import type { KnowledgePlatform } from '../../knowledge-bases/index.ts';
import type { PoliteClient } from '../pacing/polite-client.ts';
import type { RobotsBook } from '../robots/robots-book.ts';
import type { ClaimedRun } from '../runs/runs.claims.sql.ts';
import type { Scope } from './scope.ts';

/** What every step of a crawl needs. */
export interface CrawlContext {
  readonly platform: KnowledgePlatform;
  readonly run: ClaimedRun;
  readonly client: PoliteClient;
  readonly robots: RobotsBook;
  readonly scope: Scope;
  /** Fires when the run is to be let go. */
  readonly signal: AbortSignal;
}

/** Addresses that a run may collect: enough for its pages, and a bound for traps. */
export function frontierLimit({ max_pages: maxPages }: Pick<ClaimedRun, 'max_pages'>): number {
  return maxPages * 3 + 1000;
}

/** Requests of pages that a run may make, regardless of what they come to. */
export function requestLimit({ max_pages: maxPages }: Pick<ClaimedRun, 'max_pages'>): number {
  return maxPages * 3 + 100;
}

/** The one site that a source is on; undefined for a list of addresses on several. */
export function findSite({ type, url, urls }: Pick<ClaimedRun, 'type' | 'url' | 'urls'>): string | undefined {
  const origins = new Set((type === 'urls' || url === null ? urls : [url]).map((one) => new URL(one).origin));
  return origins.size === 1 ? [...origins][0] : undefined;
}
