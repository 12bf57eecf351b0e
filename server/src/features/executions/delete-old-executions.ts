import { shrink } from '../../platform/delete-in-batches.ts';
import { isOutage } from '../../platform/is-outage.ts';
import { maxFailed, sweepEach } from '../../platform/sweep-rows.ts';
import { eraseThread, listOwnThreads, lockOwnThread, type ThreadsPlatform } from '../threads/index.ts';
import {
  deleteExecution,
  deleteOldestRuns,
  type EndedExecution,
  findEndedBefore,
  lockEndedExecution,
} from './old-executions.sql.ts';

const together = 50;

/**
 * Deletes a workspace's executions that ended before that time, with the threads of their agents that nobody else uses,
 * except those that a submission shows or that may be continued. In short transactions; yields after some of them, with
 * their number.
 */
export async function* deleteOldExecutions(
  platform: ThreadsPlatform,
  workspaceId: string,
  before: string,
): AsyncGenerator<number> {
  let after: EndedExecution | undefined;
  let failed = 0;
  do {
    const found = await findEndedBefore(platform.database.sql, workspaceId, before, after, together);
    let deleted = 0;
    const deleteOne = async ({ id, is_unused: isUnused }: EndedExecution): Promise<void> => {
      if (isUnused && (await deleteOldExecution(platform, workspaceId, id))) deleted += 1;
    };
    const left = await sweepEach(platform, found, deleteOne, 'an old execution could not be deleted', isOutage);
    failed += left.length;
    yield deleted;
    after = found[together - 1];
  } while (after !== undefined && failed < maxFailed && !platform.stopping.aborted);
}

/** What belongs to the execution is deleted before it, so that what was interrupted is found again. */
async function deleteOldExecution(platform: ThreadsPlatform, workspaceId: string, id: string): Promise<boolean> {
  const { database, events } = platform;
  for (const threadId of await listOwnThreads(database.sql, workspaceId, id)) {
    const isErased = await eraseThread(platform, workspaceId, threadId, {
      mayDelete: async (tx) => (await lockEndedExecution(tx, workspaceId, id)) && lockOwnThread(tx, threadId, id),
    });
    if (!isErased) return false;
  }
  await shrink(platform, async (limit) => events.removeOldest(database.sql, id, limit));
  await shrink(platform, async (limit) => deleteOldestRuns(database.sql, id, limit));
  return database.transaction(async (tx) => {
    if (!(await lockEndedExecution(tx, workspaceId, id))) return false;
    await deleteExecution(tx, workspaceId, id);
    await events.remove(tx, id);
    return true;
  });
}
