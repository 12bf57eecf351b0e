import type { Transaction } from '../../platform/database.ts';
import { findNextRun } from './schedule.ts';
import { lockCronSources, updateNextRuns } from './sources.sql.ts';

/**
 * Moves the next runs of a workspace's sources to its new time zone, in the transaction that changes it. Runs that are
 * due already are not moved.
 */
export async function rescheduleSources(tx: Transaction, workspaceId: string, timezone: string): Promise<void> {
  const now = new Date();
  const sources = await lockCronSources(tx, workspaceId, now);
  const moved = sources.map(({ id, refresh }) => ({ id, nextRunAt: findNextRun(refresh, timezone, now) }));
  await updateNextRuns(tx, workspaceId, moved);
}
