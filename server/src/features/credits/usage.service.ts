import type { UsageEntry, UsageQuery } from '@portico/shared-types';
import type { Platform } from '../../platform/platform.ts';
import { sumUsage } from './usage.sql.ts';

/** Returns the usage of a workspace by model calls and replies, grouped by day, agent, interface or model. */
export async function getUsage(platform: Platform, workspaceId: string, query: UsageQuery): Promise<UsageEntry[]> {
  return sumUsage(platform.database.sql, workspaceId, query);
}
