import { chooseLanguage } from '@portico/shared-types/languages/choose-language';
import { textsByLanguage } from '@portico/shared-types/languages/lists/server';
import { afterCommit, type Transaction } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RateState } from '../../platform/rate-limit.ts';
import { queueTeamNotice, type TeamNotice } from '../team-notices/index.ts';
import { announce } from '../webhooks/index.ts';
import { addToDay } from './daily-counts.sql.ts';
import { findInterface, insertNotice, type NamedInterface } from './credits.sql.ts';
import { roundCredits } from './round-credits.ts';

/** A daily limit (UTC) of an interface, for all its visitors together. */
export interface DailyLimit {
  readonly workspaceId: string;
  readonly interfaceId: string;
  readonly slug: string;
  readonly limit: 'daily_credits' | 'daily_messages' | 'daily_submissions';
  readonly maximum: number;
  /** The owner's text for visitors, null for the default one in the visitor's language. */
  readonly limitMessage: string | null;
  readonly locale: string | null;
}

/** A daily limit is exhausted: a 429 whose message is for the visitor. */
export class LimitReached extends ApiError {
  readonly limit: DailyLimit;
  /** Includes reservations. */
  readonly used: number;

  constructor(limit: DailyLimit, used: number) {
    const retryAfter = secondsOfToday();
    super(
      'rate_limit_exceeded',
      limit.limitMessage ?? textsByLanguage[chooseLanguage([limit.locale])].dailyLimit,
      {
        retry_after: retryAfter,
        limit: limit.maximum,
        window: 'day',
        reason: limit.limitMessage === null ? 'daily_limit' : 'owner_message',
      },
      { retryAfter },
    );
    this.limit = limit;
    this.used = used;
  }
}

/** Seconds until the end of the UTC day, at least 1. */
function secondsOfToday(): number {
  return Math.max(1, Math.ceil(86_400 - ((Date.now() / 1000) % 86_400)));
}

const thresholds = [
  { percent: 80, type: 'limit.warning' },
  { percent: 100, type: 'limit.reached' },
] as const;

/** Reports that this process has already made; a cache that saves queries, not the source of truth. */
const reported = new Set<string>();
const maxReported = 10_000;

/** Notifies the owner that a limit is nearly or fully used, once for each interface, limit, threshold and UTC day. */
export async function reportUse(platform: Platform, limit: DailyLimit, used: number): Promise<void> {
  const percent = (used / limit.maximum) * 100;
  const day = new Date().toISOString().slice(0, 10);
  for (const threshold of thresholds) {
    const name = `${limit.interfaceId}:${limit.limit}:${threshold.percent}:${day}`;
    if (percent < threshold.percent || reported.has(name)) continue;
    await platform.database.transaction(async (tx) => {
      if (!(await insertNotice(tx, { ...limit, threshold: threshold.percent }))) return;
      const data = {
        interface: { id: limit.interfaceId, slug: limit.slug },
        limit: limit.limit,
        used: roundCredits(used),
        maximum: limit.maximum,
        percent: Math.round(percent * 100) / 100,
      };
      await announce(tx, { workspaceId: limit.workspaceId, type: threshold.type, data });
      const named = await findInterface(tx, limit.interfaceId);
      if (named === undefined) return;
      const notice = writeNotice(platform.publicUrl, { ...limit, ...named, used, threshold: threshold.percent });
      await queueTeamNotice(tx, limit.workspaceId, notice);
    });
    if (reported.size >= maxReported) reported.clear();
    reported.add(name);
  }
}

interface ReportedUse extends DailyLimit, NamedInterface {
  readonly used: number;
  readonly threshold: number;
}

const unitOf = { daily_credits: 'credits', daily_messages: 'messages', daily_submissions: 'submissions' } as const;

/** The notice at a threshold, with the screen of the console on which the limit is raised. */
function writeNotice(
  publicUrl: string,
  { limit, interfaceId, maximum, used, threshold, name, kind }: ReportedUse,
): TeamNotice {
  const isReached = threshold === 100;
  const share = isReached ? 'used up' : `used ${Math.floor((used / maximum) * 100)} % of`;
  const subject = `${name} has ${share} its daily ${unitOf[limit]} (${Math.round(used * 100) / 100} of ${maximum})`;
  const effect = isReached ? 'Visitors get no more answers' : 'Once they are used up, visitors get no answers';
  const screen = kind === 'chat' ? `chat/${interfaceId}/access` : `forms/${interfaceId}/settings`;
  const text = `${effect} until midnight UTC, unless you raise ${limit}:\n${publicUrl}/console/${screen}`;
  return { subject, text };
}

/** The same without waiting; a failure is logged, and the next use reports again. */
export function reportUseLater(platform: Platform, limit: DailyLimit, used: number): void {
  if (used / limit.maximum < 0.8) return;
  reportUse(platform, limit, used).catch((error: unknown) => {
    if (!platform.stopping.aborted) platform.log.warn({ err: error }, 'the use of a limit was not reported');
  });
}

/**
 * Counts one use against a daily limit in the transaction that makes the use, so that nothing else is counted, and
 * reports it to the owner once that has committed. Unlike the limits of requests, it is counted in the database, because
 * a transaction must not wait for Redis. Locks the count that all visitors of the interface share, so it should be
 * called late. `show` gets the state of the limit. Throws LimitReached.
 */
export async function takeOfDay(
  platform: Platform,
  tx: Transaction,
  name: string,
  limit: DailyLimit,
  show: (states: readonly RateState[]) => void = () => undefined,
): Promise<void> {
  const used = await addToDay(tx, name, limit.maximum);
  const rule = { name, window: 'day' as const, limit: limit.maximum };
  const resetAt = (Math.floor(Date.now() / 86_400_000) + 1) * 86_400;
  show([{ rule, remaining: used === undefined ? 0 : limit.maximum - used, resetAt }]);
  if (used === undefined) throw new LimitReached(limit, limit.maximum);
  afterCommit(tx, () => reportUseLater(platform, limit, used));
}

/** Reports a limit that rejected `work`, which may be a transaction and can't report it itself. */
export async function reportingRefusal<T>(platform: Platform, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LimitReached) reportUseLater(platform, error.limit, error.used);
    throw error;
  }
}
