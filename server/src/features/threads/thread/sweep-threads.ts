import { sweepRows } from '../../../platform/sweep-rows.ts';
import type { ThreadsPlatform } from '../thread-ports.ts';
import { eraseThread } from './erase-thread.ts';
import { listThreadsOfExecutionsAfter, lockOwnThread, type ThreadOfExecution } from './threads.sql.ts';

/**
 * Deletes the threads of executions that were deleted: older versions kept them, an agent may open one while its
 * execution is deleted, and others may have used one until now.
 */
export async function sweepThreads(platform: ThreadsPlatform): Promise<void> {
  const { sql } = platform.database;
  await sweepRows<ThreadOfExecution>(
    platform,
    async (last, limit) => listThreadsOfExecutionsAfter(sql, last, limit),
    async ({ workspace_id: workspaceId, id, execution_id: executionId }) =>
      eraseThread(platform, workspaceId, id, { mayDelete: async (tx) => lockOwnThread(tx, id, executionId) }),
  );
}
