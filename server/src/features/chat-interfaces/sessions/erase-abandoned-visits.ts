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

/**
 * Deletes the visits to deleted interfaces that led to no conversation, and the threads that older versions kept of
 * them.
 */
export async function sweepAbandonedVisits(platform: ThreadsPlatform): Promise<void> {
  const { sql } = platform.database;
  const erase = async (visit: SweptVisit | SweptThread) => eraseAbandonedVisit(platform, visit.workspace_id, visit);
  await sweepRows<SweptVisit>(platform, async (last, limit) => listVisitsAfter(sql, last, limit), erase);
  await sweepRows<SweptThread>(platform, async (last, limit) => listThreadsAfter(sql, last, limit), erase);
}
