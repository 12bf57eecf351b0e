import { shrink } from '../../platform/delete-in-batches.ts';
import type { Platform } from '../../platform/platform.ts';
import { eraseThread, listOwnThreads, type ThreadsPlatform } from '../threads/index.ts';
import { announceCancel } from './executions.jobs.ts';
import { lockExecution, markCancelled } from './executions.sql.ts';
import { deleteExecution, deleteOldestRuns } from './old-executions.sql.ts';

/**
 * Cancels an execution that is about to be erased, so that its worker stops and nothing of it is announced any more; does
 * nothing to one that has ended. Webhooks are not notified, because they would get the inputs again.
 */
export async function stopExecution(platform: Platform, workspaceId: string, id: string): Promise<void> {
  const { database, events } = platform;
  const cancelled = await database.transaction(async (tx) => {
    await lockExecution(tx, workspaceId, id);
    const row = await markCancelled(tx, workspaceId, id);
    if (row === undefined) return false;
    const data = { execution_id: id, status: 'cancelled', cancelled_at: row.cancelled_at };
    await events.append(tx, id, [{ event: 'execution:cancelled', data }]);
    return true;
  });
  if (cancelled) announceCancel(platform, id);
}

/**
 * Deletes an execution in any state, with its nodes, events and the threads of its agents that nobody else uses; one
 * in progress is stopped first.
 */
export async function eraseExecution(platform: ThreadsPlatform, workspaceId: string, id: string): Promise<void> {
  const { database, events } = platform;
  await stopExecution(platform, workspaceId, id);
  for (const threadId of await listOwnThreads(database.sql, workspaceId, id)) {
    await eraseThread(platform, workspaceId, threadId);
  }
  await shrink(platform, async (limit) => events.removeOldest(database.sql, id, limit));
  await shrink(platform, async (limit) => deleteOldestRuns(database.sql, id, limit));
  await database.transaction(async (tx) => {
    await lockExecution(tx, workspaceId, id);
    await deleteExecution(tx, workspaceId, id);
    await events.remove(tx, id);
  });
}
