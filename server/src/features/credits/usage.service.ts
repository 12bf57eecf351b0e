import type { UsageEntry, UsageQuery } from '@portico/shared-types';
import { toLocalTime } from '../../platform/local-time.ts';
import type { Platform } from '../../platform/platform.ts';
import { assertPeriod } from '../../platform/select-page.ts';
import { findTimezone } from '../people/index.ts';
import { sumUsage } from './usage.sql.ts';

/**
 * Returns the usage of a workspace by model calls and replies, grouped by day, agent, interface or model. Throws 400 for a
 * period that ends before it begins.
 */
export async function getUsage(platform: Platform, workspaceId: string, query: UsageQuery): Promise<UsageEntry[]> {
  assertPeriod(query);
  const { sql } = platform.database;
  const isLocal = query.days === 'workspace';
  const timezone = isLocal ? await findTimezone(sql, workspaceId) : 'UTC';
  const toLocal = (time: string | undefined) => time && toLocalTime(withinCalendar(time), timezone);
  const range = { isLocal, from: toLocal(query.from), to: toLocal(query.to), groupBy: query.group_by };
  return sumUsage(sql, workspaceId, range);
}

/** Local times of the first and of the last day of the calendar may be beyond it. */
function withinCalendar(time: string): Date {
  const [first, last] = [Date.parse('0001-01-02'), Date.parse('9999-12-30')];
  return new Date(Math.min(Math.max(Date.parse(time), first), last));
}
