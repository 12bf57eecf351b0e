import type { Request, Response } from 'express';
import ipaddr from 'ipaddr.js';
import { ApiError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import type { RateOutcome, RateRule, RateState } from '../rate-limit.ts';
import type { AccountCaller } from './route.ts';

/** What a request without a valid key is held to, for each IP (docs/reference/limits.md#rate-limits). */
const stranger = { perMinute: 60, perDay: 5000 } as const;

/** What a console without a session is held to, for each IP: an office behind one address has many. */
const unsigned = { perMinute: 600, perDay: 50_000 } as const;

/** Takes one request from the caller's allowance and sets the five headers if there is a response. Throws 429. */
export async function limitCaller(
  platform: Platform,
  caller: AccountCaller,
  response: Response | undefined,
): Promise<void> {
  const name = `key:${caller.holder}`;
  await take(platform, response, [
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

/** The same for what a console asks before anybody has signed in, which does not count as a stranger's requests. */
export async function limitConsole(platform: Platform, request: Request, response: Response): Promise<void> {
  const name = `console:${groupAddress(request.ip)}`;
  await take(platform, response, [
    { name, window: 'minute', limit: unsigned.perMinute },
    { name, window: 'day', limit: unsigned.perDay },
  ]);
}

/** The same for a visitor: the route's own rules, and the IP's day. */
export async function limitVisitor(
  platform: Platform,
  request: Pick<Request, 'ip'>,
  response: Response | undefined,
  rules: readonly RateRule[],
): Promise<void> {
  const name = `public:${groupAddress(request.ip)}`;
  await take(platform, response, [...rules, { name, window: 'day', limit: platform.config.publicRateLimitPerDay }]);
}

/**
 * Takes one of the addresses or tokens that a visitor may get wrong in a minute
 * (docs/reference/limits.md#limits-of-visitors). Throws 429.
 */
export async function limitGuess(platform: Platform, request: Request, response: Response | undefined): Promise<void> {
  const rule: RateRule = { name: `lost:${groupAddress(request.ip)}`, window: 'minute', limit: 60 };
  await limitVisitor(platform, request, response, [rule]);
}

/** The address that limits count by: IPv4 whole, IPv6 by its /64, IPv4 inside IPv6 unwrapped. */
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

async function take(platform: Platform, response: Response | undefined, rules: readonly RateRule[]): Promise<void> {
  const outcome = await platform.rateLimiter.take(rules);
  if (response !== undefined) setHeaders(response, outcome);
  for (const { rule, remaining } of outcome.states) rule.onUse?.(rule.limit - remaining);
  const refused = outcome.refusedBy;
  if (refused === undefined) return;
  if (refused.rule.refusal !== undefined) throw refused.rule.refusal();
  const retryAfter = Math.max(1, refused.resetAt - Math.floor(Date.now() / 1000));
  const { limit, window } = refused.rule;
  throw new ApiError(
    'rate_limit_exceeded',
    `Too many requests: ${limit} a ${window} are allowed. Try again in ${retryAfter} s.`,
    { retry_after: retryAfter, limit, window },
    { retryAfter },
  );
}

function setHeaders(response: Response, { states }: RateOutcome): void {
  const minute = nearestToItsEnd(states, 'minute');
  const day = nearestToItsEnd(states, 'day');
  if (minute !== undefined) {
    response.set('X-RateLimit-Limit', String(minute.rule.limit));
    response.set('X-RateLimit-Remaining', String(minute.remaining));
    response.set('X-RateLimit-Reset', String(minute.resetAt));
  }
  if (day !== undefined) {
    response.set('X-RateLimit-Limit-Day', String(day.rule.limit));
    response.set('X-RateLimit-Remaining-Day', String(day.remaining));
    // A public route without a rule for the minute still shows all five: the day is then the nearest limit.
    if (minute === undefined) {
      response.set('X-RateLimit-Limit', String(day.rule.limit));
      response.set('X-RateLimit-Remaining', String(day.remaining));
      response.set('X-RateLimit-Reset', String(day.resetAt));
    }
  }
}

function nearestToItsEnd(states: readonly RateState[], window: RateRule['window']): RateState | undefined {
  return states.filter(({ rule }) => rule.window === window).toSorted((a, b) => a.remaining - b.remaining)[0];
}
