import type { IncomingHttpHeaders } from 'node:http';
import { groupAddress } from '../../../platform/http/limits.ts';
import { readLanguage } from '../../../platform/http/read-language.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RateRule } from '../../../platform/rate-limit.ts';
import { dailyRule } from '../../credits/index.ts';
import type { FormInterfaceRow } from './form-interfaces.sql.ts';

/** Requests a minute of one address at one form (docs/reference/limits.md#limits-of-visitors). */
const perMinute = { uploads: 20, submissions: 10, queries: 30 } as const;

/** The allowances that a request takes from: the form's own, or the spec's. */
export function formLimits(
  { id, settings: { limits } }: FormInterfaceRow,
  ip: string,
  what: keyof typeof perMinute,
): RateRule[] {
  const limit = limits[`${what}_per_minute`] ?? perMinute[what];
  return [{ name: `form:${id}:${what}:${groupAddress(ip)}`, window: 'minute', limit }];
}

/** The allowances of a submission: those of its address, and all visitors' of the day. */
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
  const limitMessage = form.settings.limit_message ?? null;
  const { id: interfaceId, workspace_id: workspaceId, slug } = form;
  const limit = { interfaceId, workspaceId, slug, limit: 'daily_submissions' as const, maximum, limitMessage, locale };
  return [...rules, dailyRule(platform, name, limit)];
}
