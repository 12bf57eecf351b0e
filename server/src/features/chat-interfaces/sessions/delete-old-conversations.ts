import { removeFilesOf } from '../../files/index.ts';
import { deleteThread, shrinkThread, type ThreadsPlatform } from '../../threads/index.ts';
import { deleteSessionsOf, findOldConversations, findOldVisits, lockOldThread } from './old-conversations.sql.ts';

const together = 20;

/**
 * Deletes a workspace's conversations without activity since that time, and visits without a conversation, each in its
 * own transaction, with messages, events, files and sessions, and visitors of whom nothing is left. Yields after some of
 * them, with their number.
 */
export async function* deleteOldConversations(
  platform: ThreadsPlatform,
  workspaceId: string,
  before: string,
): AsyncGenerator<number> {
  for (const findThreads of [findOldConversations, findOldVisits]) {
    for (let deleted = 1; deleted > 0;) {
      deleted = 0;
      for (const threadId of await findThreads(platform.database.sql, workspaceId, before, together)) {
        if (await deleteConversation(platform, workspaceId, threadId, before)) deleted += 1;
      }
      yield deleted;
    }
  }
}

async function deleteConversation(
  platform: ThreadsPlatform,
  workspaceId: string,
  threadId: string,
  before: string,
): Promise<boolean> {
  // Since it was found, the visitor may have come back.
  const found = await platform.database.transaction(async (tx) => lockOldThread(tx, threadId, before));
  if (found === undefined) return false;
  // The thread is deleted last, so that what was interrupted is found again.
  await removeFilesOf(platform, workspaceId, threadId);
  await shrinkThread(platform, workspaceId, threadId);
  const isDeleted = await platform.database.transaction(async (tx) => {
    const locked = await lockOldThread(tx, threadId, before);
    if (locked === undefined) return false;
    if (locked.exists) await deleteThread(platform, workspaceId, threadId, tx);
    await deleteSessionsOf(tx, threadId);
    return true;
  });
  // A visitor may have uploaded another one.
  if (isDeleted) await removeFilesOf(platform, workspaceId, threadId);
  return isDeleted;
}
