import { shrink } from '../../platform/delete-in-batches.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteEndedExecution, deleteOldestRuns, type EndedExecution, findEndedBefore } from './old-executions.sql.ts';

const together = 50;

/**
 * Deletes a workspace's executions that ended before that time, each in its own transaction, except those that a
 * submission shows. Yields after some of them, with their number.
 */
export async function* deleteOldExecutions(
  platform: Platform,
  workspaceId: string,
  before: string,
): AsyncGenerator<number> {
  let after: EndedExecution | undefined;
  do {
    const found = await findEndedBefore(platform.database.sql, workspaceId, before, after, together);
    let deleted = 0;
    for (const { id, is_unused: isUnused } of found) {
      if (isUnused && (await deleteExecution(platform, workspaceId, id))) deleted += 1;
    }
    yield deleted;
    after = found[together - 1];
  } while (after !== undefined);
}

async function deleteExecution(platform: Platform, workspaceId: string, id: string): Promise<boolean> {
  const { database, events } = platform;
  await shrink(platform, async (limit) => events.removeOldest(database.sql, id, limit));
  await shrink(platform, async (limit) => deleteOldestRuns(database.sql, id, limit));
  return database.transaction(async (tx) => {
    if (!(await deleteEndedExecution(tx, workspaceId, id))) return false;
    await events.remove(tx, id);
    return true;
  });
}
