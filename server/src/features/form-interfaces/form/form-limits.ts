import type { IncomingHttpHeaders } from 'node:http';
import { firstText } from '../../../platform/first-text.ts';
import { groupAddress } from '../../../platform/http/limits.ts';
import { readLanguage } from '../../../platform/http/read-language.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RateRule } from '../../../platform/rate-limit.ts';
import { dailyRule } from '../../credits/index.ts';
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

/** The limits of a submission: of its address, and of all visitors for the day. */
export function submissionLimits(
  platform: Platform,
  form: FormInterfaceRow,
  ip: string,
  headers: IncomingHttpHeaders,
): RateRule[] {
  const { daily_submissions: maximum } = form.settings.limits;
  const rules = formLimits(form, ip, 'submissions');
  if (maximum === null) return rules;
  const name = `form:${form.id}:submissions`;
  const locale = readLanguage(headers) ?? null;
  const limitMessage = firstText(form.settings.limit_message);
  const { id: interfaceId, workspace_id: workspaceId, slug } = form;
  const limit = { interfaceId, workspaceId, slug, limit: 'daily_submissions' as const, maximum, limitMessage, locale };
  return [...rules, dailyRule(platform, name, limit)];
}
