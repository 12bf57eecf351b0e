import { ExtractionError, readRobotsRules } from '../../../platform/extract/index.ts';
import { OutboundError } from '../../../platform/outbound/index.ts';
import type { KnownPage } from '../pages/pages.sql.ts';
import type { PoliteResponse } from '../pacing/polite-client.ts';
import { RobotsUnavailable } from '../robots/robots.ts';
import { type CrawlContext, findSite } from './crawl-context.ts';
import type { FrontierRow } from './frontier.sql.ts';
import { isAsset, isTrap, normalizeUrl } from './normalize-url.ts';
import type { Outcome, Target } from './outcome.ts';
import { isWorthReading, readContent } from './read-content.ts';

const maxBytes = 10 * 1024 * 1024;
const maxHops = 5;
/** Maximum redirects of an address to itself, with which servers set a session id or a cookie. */
const maxSelfRedirects = 3;
/** Maximum visits to a page whose server asks to come back later. */
const maxAttempts = 3;
const maxPostponeMs = 30_000;

/** Why a page is left out without a request; undefined if it is visited. */
export function reasonToLeaveOut({ scope, run }: CrawlContext, { kind, url, depth }: FrontierRow): string | undefined {
  // The start page of a website leads to included pages, even if it is not included itself.
  const isStart = run.type === 'website' && depth === 0 && scope.isInside(url);
  return kind === 'sitemap' || isStart ? undefined : scope.reasonToSkip(url, depth);
}

/** Requests a page, unless its robots.txt forbids it, and reads it. Throws the signal's reason and RobotsUnavailable. */
export async function visitPage(
  context: CrawlContext,
  row: FrontierRow,
  known: KnownPage | undefined,
): Promise<Outcome> {
  const { scope, robots, run } = context;
  let outcome: Outcome;
  try {
    if (!(await robots.of(row.url)).isAllowed(row.url)) return skipped(null, 'robots');
    const { url, response } = await requestPage(context, row, known);
    outcome = await judgeResponse(context, row, url, response);
  } catch (error) {
    context.signal.throwIfAborted();
    // If another site than the source's is down, the others are still visited.
    const isElsewhere = new URL(row.url).origin !== findSite(run);
    if (error instanceof RobotsUnavailable && isElsewhere) return failed(null, error.message);
    if (error instanceof OutboundError) return failed(null, describe(error));
    if (error instanceof ExtractionError) return failed(200, describe(error));
    throw error;
  }
  const skipReason = scope.reasonToSkip(row.url, row.depth);
  const isKept = outcome.kind === 'content' || outcome.kind === 'unmodified';
  if (skipReason === undefined || !isKept) return outcome;
  return { kind: 'skipped', status: 200, reason: skipReason, links: outcome.kind === 'content' ? outcome.links : [] };
}

/** Requests an address; follows a redirect only from the address to itself. */
async function requestPage(
  context: CrawlContext,
  row: FrontierRow,
  known: KnownPage | undefined,
): Promise<{ url: string; response: PoliteResponse }> {
  let { url } = row;
  for (let redirects = 0; ; redirects += 1) {
    const response = await context.client.request(url, {
      headers: { accept, ...conditions(known) },
      maxBytes,
      wants: isWorthReading,
      signal: context.signal,
    });
    const target = redirectOf(response, url);
    const isSelf = target !== undefined && target !== url && normalizeUrl(target) === row.url;
    if (!isSelf || redirects >= maxSelfRedirects) return { url, response };
    url = target;
  }
}

const accept = 'text/html,application/xhtml+xml,text/markdown,text/plain,application/pdf;q=0.9,*/*;q=0.5';

/** Requests the page only if it has changed, provided that its last content is still stored. */
function conditions(known: KnownPage | undefined): Record<string, string> {
  if (known?.document_id == null || !known.is_indexed || known.text_hash === null) return {};
  return {
    ...(known.etag === null ? {} : { 'if-none-match': known.etag }),
    ...(known.last_modified === null ? {} : { 'if-modified-since': known.last_modified }),
  };
}

function redirectOf({ status, headers }: PoliteResponse, url: string): string | undefined {
  const location = headers['location'];
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined;
  return URL.parse(location, url)?.href;
}

async function judgeResponse(
  context: CrawlContext,
  row: FrontierRow,
  url: string,
  response: PoliteResponse,
): Promise<Outcome> {
  const { status, headers } = response;
  if (status === 304) return { kind: 'unmodified' };
  const target = redirectOf(response, url);
  if (target !== undefined) return redirected(context, row, status, normalizeUrl(target));
  if ((status === 429 || status === 503) && row.attempts + 1 < maxAttempts) {
    const ms = readRetryAfter(headers['retry-after']);
    if (ms <= maxPostponeMs) {
      await context.client.postpone(row.url, ms);
      return { kind: 'again' };
    }
  }
  if (status < 200 || status > 299)
    return { ...failed(status, `HTTP ${status}`), isGone: status === 404 || status === 410 };
  const rules = context.run.respect_robots
    ? readRobotsRules(headers['x-robots-tag'] ?? '')
    : { noindex: false, nofollow: false };
  const read = await readContent(context, { url, response });
  if (read.kind === 'no-text') return skipped(status, read.reason);
  if (read.refresh !== undefined && normalizeUrl(read.refresh) !== row.url) {
    return redirected(context, row, status, normalizeUrl(read.refresh));
  }
  const followsLinks = context.run.type === 'website' && !rules.nofollow && !read.nofollow;
  const links = followsLinks ? toTargets(context, row, read.links) : [];
  if (rules.noindex || read.noindex) return { kind: 'skipped', status, reason: 'noindex', links };
  if (read.fault !== undefined) return { ...failed(status, read.fault.reason), isGone: read.fault.isGone };
  return {
    kind: 'content',
    status,
    content: read.content,
    links,
    canonical: canonicalOf(context, row, read.canonical),
  };
}

/** The canonical address that the page declares, if it is another page of the same site. */
function canonicalOf(context: CrawlContext, row: FrontierRow, address: string | undefined): Target | undefined {
  const url = address === undefined ? undefined : normalizeUrl(address);
  if (url === undefined || url === row.url || new URL(url).origin !== new URL(row.url).origin) return undefined;
  if (context.scope.reasonToSkip(url, row.depth) !== undefined) return undefined;
  return { url, depth: row.depth, hops: row.hops };
}

function redirected(context: CrawlContext, row: FrontierRow, status: number, url: string | undefined): Outcome {
  if (url === undefined) return failed(status, 'redirects to an address that is not valid');
  if (url === row.url) return failed(status, 'redirects to itself');
  if (!context.scope.isInside(url)) return skipped(status, `redirects to another site: ${url}`);
  if (row.hops >= maxHops) return failed(status, `redirects more than ${maxHops} times`);
  const links = [{ url, depth: row.depth, hops: row.hops + 1 }];
  return { kind: 'skipped', status, reason: `redirects to ${url}`, links };
}

/** Links to pages of this source; without links that would only be skipped as foreign or too deep. */
function toTargets({ scope, run }: CrawlContext, row: FrontierRow, links: readonly string[]): Target[] {
  const depth = row.depth + 1;
  if (depth > run.max_depth) return [];
  const urls = new Set<string>();
  for (const link of links) {
    const url = normalizeUrl(link);
    if (url !== undefined && scope.isInside(url) && !isAsset(url) && !isTrap(url)) urls.add(url);
  }
  return [...urls].map((url) => ({ url, depth, hops: 0 }));
}

/** Retry-After in milliseconds: seconds or a date; a second if there is none. */
function readRetryAfter(value: string | undefined): number {
  if (value === undefined) return 1000;
  const seconds = /^\d{1,9}$/.test(value.trim()) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : 1000;
}

function describe(error: OutboundError | ExtractionError): string {
  return error.code === 'too_large' ? 'too large' : error.message;
}

function failed(status: number | null, reason: string): Extract<Outcome, { kind: 'failed' }> {
  return { kind: 'failed', status, reason, isGone: false };
}

function skipped(status: number | null, reason: string): Outcome {
  return { kind: 'skipped', status, reason, links: [] };
}
