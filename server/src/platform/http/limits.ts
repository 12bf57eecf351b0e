import type { Request, Response } from 'express';
import ipaddr from 'ipaddr.js';
import { ApiError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import type { RateRule, RateState } from '../rate-limit.ts';
import type { AccountCaller } from './caller.ts';

/** The limit for requests without a valid key, for each IP (docs/reference/limits.md#rate-limits). */
const stranger = { perMinute: 60, perDay: 5000 } as const;

/** The limit for a console without a session, for each IP: an office with many consoles may share one address. */
const unsigned = { perMinute: 600, perDay: 50_000 } as const;

/**
 * Counts one request against the caller's limits and sets the five headers if there is a response. Returns what
 * `uncountIfRefused` gives back. Throws 429.
 */
export async function limitCaller(
  platform: Platform,
  caller: AccountCaller,
  response: Response | undefined,
): Promise<readonly RateState[]> {
  const name = `key:${caller.holder}`;
  return take(platform, response, [
    { name, window: 'minute', limit: caller.limitPerMinute },
    { name, window: 'day', limit: caller.limitPerDay },
  ]);
}

/** The same for a request without a valid key, by its IP. */
export async function limitStranger(
  platform: Platform,
  request: Pick<Request, 'ip'>,
  response: Response | undefined,
): Promise<void> {
  const name = `stranger:${groupAddress(request.ip)}`;
  await take(platform, response, [
    { name, window: 'minute', limit: stranger.perMinute },
    { name, window: 'day', limit: stranger.perDay },
  ]);
}

/**
 * The same for the registration of an OAuth client. Only the newest of those that nobody allows are kept, and one address
 * can register a tenth of them in a day: a service that acts for many people registers one for each of them.
 */
export async function limitRegistration(platform: Platform, request: Request, response: Response): Promise<void> {
  await limitStranger(platform, request, response);
  const name = `register:${groupAddress(request.ip)}`;
  await take(platform, response, [{ name, window: 'day', limit: 500 }]);
}

/**
 * The same for requests that the console sends before anybody has signed in. They are not counted as a stranger's
 * requests.
 */
export async function limitConsole(platform: Platform, request: Request, response: Response): Promise<void> {
  const name = `console:${groupAddress(request.ip)}`;
  await take(platform, response, [
    { name, window: 'minute', limit: unsigned.perMinute },
    { name, window: 'day', limit: unsigned.perDay },
  ]);
}

/** Counts a search in the guides: anyone may search, and each takes tens of milliseconds of the main thread. Throws 429. */
export async function limitGuideSearch(platform: Platform, request: Pick<Request, 'ip'>): Promise<void> {
  const name = `guides:${groupAddress(request.ip)}`;
  await take(platform, undefined, [{ name, window: 'minute', limit: 300 }]);
}

/** The same for a visitor: the route's own rules, and the daily limit of the IP. */
export async function limitVisitor(
  platform: Platform,
  request: Pick<Request, 'ip'>,
  response: Response | undefined,
  rules: readonly RateRule[],
): Promise<readonly RateState[]> {
  const day: RateRule = {
    name: `public:${groupAddress(request.ip)}`,
    window: 'day',
    limit: platform.config.publicRateLimitPerDay,
  };
  return take(platform, response, [...rules, day]);
}

/**
 * Counts a stream or socket of a visitor that is opened: three times as many in a minute as may be open at the same time,
 * so that all of an address can reconnect after interruptions. Each can begin with the whole history. Throws 429.
 */
export async function limitOpening(platform: Platform, ip: string | undefined): Promise<void> {
  const limit = Math.max(200, 3 * platform.config.maxStreams.ip);
  await take(platform, undefined, [{ name: `opened:${groupAddress(ip)}`, window: 'minute', limit }]);
}

/**
 * Counts one wrong address or token against the visitor's limit for a minute
 * (docs/reference/limits.md#limits-of-visitors). Throws 429.
 */
export async function limitGuess(platform: Platform, request: Request, response: Response | undefined): Promise<void> {
  const rule: RateRule = { name: `lost:${groupAddress(request.ip)}`, window: 'minute', limit: 60 };
  await limitVisitor(platform, request, response, [rule]);
}

/**
 * Does the work of a request that has been counted. If it is refused because of another limit, such as a daily cap, it
 * is not counted for the minute, and the headers show that. The day's count stays: it bounds what a caller can make the
 * server do, and such a refusal comes only after work was done (docs/reference/limits.md#rate-limits).
 */
export async function uncountIfRefused<T>(
  platform: Platform,
  response: Response,
  counted: readonly RateState[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rate_limit_exceeded') {
      await giveBackMinute(platform, response, counted);
    }
    throw error;
  }
}

/** A failure is only logged: the caller must learn why the request was refused. */
async function giveBackMinute(platform: Platform, response: Response, counted: readonly RateState[]): Promise<void> {
  const minute = counted.filter(({ rule }) => rule.window === 'minute');
  try {
    showStates(response, await platform.rateLimiter.giveBack(minute), () => true);
  } catch (error) {
    platform.log.error({ err: error }, 'a refused request stays counted');
  }
}

/** The address used for rate limits: whole IPv4 addresses, the /64 of IPv6 addresses, IPv4 inside IPv6 unwrapped. */
export function groupAddress(ip: string | undefined): string {
  if (ip === undefined || !ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv6) {
    return `${address.parts
      .slice(0, 4)
      .map((part) => part.toString(16))
      .join(':')}::/64`;
  }
  return address.toString();
}

async function take(
  platform: Platform,
  response: Response | undefined,
  rules: readonly RateRule[],
): Promise<readonly RateState[]> {
  const outcome = await platform.rateLimiter.take(rules);
  if (response !== undefined) showStates(response, outcome.states);
  const refused = outcome.refusedBy;
  if (refused === undefined) return outcome.states;
  const retryAfter = Math.max(1, refused.resetAt - Math.floor(Date.now() / 1000));
  const { limit, window } = refused.rule;
  throw new ApiError(
    'rate_limit_exceeded',
    `Too many requests: ${limit} a ${window} are allowed. Try again in ${retryAfter} s.`,
    { retry_after: retryAfter, limit, window },
    { retryAfter },
  );
}

/** Sets the headers to these states, where a limit with fewer requests left isn't shown already. */
export function showStates(response: Response, states: readonly RateState[], isShown = isNearer): void {
  const minute = nearestToItsEnd(states, 'minute');
  const day = nearestToItsEnd(states, 'day');
  if (minute !== undefined && isShown(minute, response.get('X-RateLimit-Remaining'))) {
    response.set('X-RateLimit-Limit', String(minute.rule.limit));
    response.set('X-RateLimit-Remaining', String(minute.remaining));
    response.set('X-RateLimit-Reset', String(minute.resetAt));
  }
  if (day !== undefined && isShown(day, response.get('X-RateLimit-Remaining-Day'))) {
    response.set('X-RateLimit-Limit-Day', String(day.rule.limit));
    response.set('X-RateLimit-Remaining-Day', String(day.remaining));
    // A public route without a limit for the minute still sends all five headers: the daily limit is then the nearest
    // one.
    if (response.get('X-RateLimit-Limit') === undefined) {
      response.set('X-RateLimit-Limit', String(day.rule.limit));
      response.set('X-RateLimit-Remaining', String(day.remaining));
      response.set('X-RateLimit-Reset', String(day.resetAt));
    }
  }
}

function nearestToItsEnd(states: readonly RateState[], window: RateRule['window']): RateState | undefined {
  return states.filter(({ rule }) => rule.window === window).toSorted((a, b) => a.remaining - b.remaining)[0];
}

function isNearer({ remaining }: RateState, shown: string | undefined): boolean {
  return shown === undefined || remaining < Number(shown);
}
