import { deleteOldRows } from '../../../platform/sweep-rows.ts';
import { eraseThread, type ThreadsPlatform } from '../../threads/index.ts';
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
    yield* deleteOldRows(
      platform,
      async (failed) => findThreads(platform.database.sql, workspaceId, before, together, failed),
      async ({ id }) => deleteConversation(platform, workspaceId, id, before),
      'an old conversation could not be deleted',
    );
  }
}

async function deleteConversation(
  platform: ThreadsPlatform,
  workspaceId: string,
  threadId: string,
  before: string,
): Promise<boolean> {
  return eraseThread(platform, workspaceId, threadId, {
    // Since it was found, the visitor may have come back.
    mayDelete: async (tx) => lockOldThread(tx, threadId, before),
    deleteLinks: async (tx) => deleteSessionsOf(tx, threadId),
  });
}
