import { ApiError } from '../../../platform/errors.ts';
import { removeFilesOf } from '../../files/index.ts';
import { deleteThread, shrinkThread, type ThreadsPlatform } from '../../threads/index.ts';
import { deleteSessionsOf } from './old-conversations.sql.ts';
import { deleteIdleVisitor } from './sessions.sql.ts';
import { listThreadsOfVisitor } from './threads-of-visitor.sql.ts';

/**
 * Deletes a visitor with every session, and every thread with its messages, events and files. Each thread is deleted in
 * its own transaction and the visitor last, so that what was interrupted can be repeated. A session that is opened in
 * the meantime is deleted, too.
 */
export async function eraseVisitor(platform: ThreadsPlatform, workspaceId: string, visitor: string): Promise<void> {
  const { database } = platform;
  for (let isGone = false; !isGone;) {
    for (const threadId of await listThreadsOfVisitor(database.sql, visitor)) {
      await eraseVisits(platform, workspaceId, threadId);
    }
    isGone = await database.transaction(async (tx) => deleteIdleVisitor(tx, workspaceId, visitor));
  }
}

/** Deletes a thread with the sessions that led to it. */
async function eraseVisits(platform: ThreadsPlatform, workspaceId: string, threadId: string): Promise<void> {
  await removeFilesOf(platform, workspaceId, threadId);
  await shrinkThread(platform, workspaceId, threadId);
  await platform.database.transaction(async (tx) => {
    await deleteThread(platform, workspaceId, threadId, tx).catch(ignoreMissing);
    await deleteSessionsOf(tx, threadId);
  });
  // An upload that ended before the thread was deleted; one that ends later removes its file itself.
  await removeFilesOf(platform, workspaceId, threadId);
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}
