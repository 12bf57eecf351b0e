import type { Transaction } from '../../../platform/database.ts';
import { firstText } from '../../../platform/first-text.ts';
import { groupAddress } from '../../../platform/http/limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RateRule, RateState } from '../../../platform/rate-limit.ts';
import { takeOfDay } from '../../credits/index.ts';
import type { FormInterfaceRow } from './form-interfaces.sql.ts';

/** Requests a minute from one address to one form (docs/reference/limits.md#limits-of-visitors). */
const perMinute = { uploads: 20, submissions: 10, queries: 30 } as const;

/** The limits that a request counts against: the form's own, or the defaults. */
export function formLimits(
  { id, settings: { limits } }: FormInterfaceRow,
  ip: string,
  what: keyof typeof perMinute,
): RateRule[] {
  const limit = limits[`${what}_per_minute`] ?? perMinute[what];
  return [{ name: `form:${id}:${what}:${groupAddress(ip)}`, window: 'minute', limit }];
}

/** Counts one submission against the form's daily limit, if it has one, and shows its state. Throws LimitReached. */
export async function takeDailySubmission(
  platform: Platform,
  tx: Transaction,
  { id: interfaceId, workspace_id: workspaceId, slug, settings }: FormInterfaceRow,
  locale: string | undefined,
  show: (states: readonly RateState[]) => void,
): Promise<void> {
  const { daily_submissions: maximum } = settings.limits;
  if (maximum === null) return;
  const limitMessage = firstText(settings.limit_message);
  const visitor = { limitMessage, locale: locale ?? null };
  const limit = { interfaceId, workspaceId, slug, limit: 'daily_submissions' as const, maximum, ...visitor };
  await takeOfDay(platform, tx, `form:${interfaceId}:submissions`, limit, show);
}
