import { ApiError } from '../../../platform/errors.ts';
import { shrink } from '../../../platform/delete-in-batches.ts';
import { removeRecords } from '../../files/index.ts';
import { forgetContent, shrinkContent } from '../../knowledge-bases/index.ts';
import { deleteThread, shrinkThread, type ThreadsPlatform } from '../../threads/index.ts';
import { deleteSubmission, findEndedBefore, lockUnusedFiles } from './old-submissions.sql.ts';

const together = 20;

/**
 * Deletes a workspace's submissions that ended before that time, each in its own transaction, with their texts, chunks,
 * events, replies, and the files that no other submission has. Yields after some of them, with their number.
 */
export async function* deleteOldSubmissions(
  platform: ThreadsPlatform,
  workspaceId: string,
  before: string,
): AsyncGenerator<number> {
  for (let deleted = 1; deleted > 0;) {
    deleted = 0;
    for (const submission of await findEndedBefore(platform.database.sql, workspaceId, before, together)) {
      if (await deleteEnded(platform, workspaceId, submission)) deleted += 1;
    }
    yield deleted;
  }
}

async function deleteEnded(
  platform: ThreadsPlatform,
  workspaceId: string,
  { id, thread_id: threadId }: { id: string; thread_id: string | null },
): Promise<boolean> {
  const { database, events, storage } = platform;
  await shrinkContent(platform, id);
  await shrink(platform, async (limit) => events.removeOldest(database.sql, id, limit));
  if (threadId !== null) await shrinkThread(platform, workspaceId, threadId);
  const keys = await database.transaction(async (tx) => {
    const gone = await deleteSubmission(tx, id);
    if (gone === undefined) return undefined;
    await forgetContent(tx, workspaceId, id);
    await events.remove(tx, id);
    if (threadId !== null) await deleteThread(platform, workspaceId, threadId, tx).catch(ignoreMissing);
    return removeRecords(tx, workspaceId, await lockUnusedFiles(tx, gone.file_ids));
  });
  for (const key of keys ?? []) await storage.remove(key);
  return keys !== undefined;
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}
