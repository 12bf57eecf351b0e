import { groupAddress } from '../../platform/http/limits.ts';
import type { RateRule } from '../../platform/rate-limit.ts';
import type { FormInterfaceRow } from './form-interfaces.sql.ts';

/** Requests a minute of one address at one form (spec section 8). */
const perMinute = { uploads: 20, submissions: 10, queries: 30 } as const;

/** The allowances that a request takes from: the form's own, or the spec's. */
export function formLimits(
  { id, settings: { limits } }: FormInterfaceRow,
  ip: string,
  what: keyof typeof perMinute,
): RateRule[] {
  const limit = limits[`${what}_per_minute`] ?? perMinute[what];
  const inDay = what === 'submissions' ? limits.daily_submissions : null;
  return [
    { name: `form:${id}:${what}:${groupAddress(ip)}`, window: 'minute', limit },
    ...(inDay === null ? [] : [{ name: `form:${id}:submissions`, window: 'day' as const, limit: inDay }]),
  ];
}
