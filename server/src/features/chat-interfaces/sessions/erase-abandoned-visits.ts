import type { Sql } from '../../../platform/database.ts';
import { sweepRows } from '../../../platform/sweep-rows.ts';
import { eraseThread, type ThreadsPlatform } from '../../threads/index.ts';
import {
  type AbandonedVisit,
  listThreadsAfter,
  listVisitsAfter,
  lockAbandonedVisit,
  type SweptThread,
  type SweptVisit,
} from './abandoned-visits.sql.ts';
import { deleteSessionsOf } from './old-conversations.sql.ts';

/**
 * Deletes a visit to a deleted interface, with its thread, files and sessions, and the visitor if nothing is left of
 * them; not if a message that was being sent has led to a conversation.
 */
export async function eraseAbandonedVisit(
  platform: ThreadsPlatform,
  workspaceId: string,
  visit: AbandonedVisit,
): Promise<void> {
  await eraseThread(platform, workspaceId, visit.thread_id, {
    mayDelete: async (tx) => lockAbandonedVisit(tx, visit),
    deleteLinks: async (tx) => deleteSessionsOf(tx, visit.thread_id),
  });
}

/** Deletes the visits to deleted interfaces that led to no conversation. */
export async function sweepAbandonedVisits(platform: ThreadsPlatform): Promise<void> {
  await sweep(platform, listVisitsAfter);
}

/** Deletes the threads that older versions kept of such visits. Reads all threads, so it seldom runs. */
export async function sweepThreadsOfVisits(platform: ThreadsPlatform): Promise<void> {
  await sweep(platform, listThreadsAfter);
}

async function sweep<Row extends SweptVisit | SweptThread>(
  platform: ThreadsPlatform,
  listAfter: (sql: Sql, after: Row | undefined, limit: number) => Promise<Row[]>,
): Promise<void> {
  await sweepRows<Row>(
    platform,
    async (last, limit) => listAfter(platform.database.sql, last, limit),
    async (visit) => eraseAbandonedVisit(platform, visit.workspace_id, visit),
  );
}
