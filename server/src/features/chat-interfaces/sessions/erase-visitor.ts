import type { Transaction } from '../../../platform/database.ts';
import { eraseThread, type ThreadsPlatform } from '../../threads/index.ts';
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
      const deleteLinks = async (tx: Transaction) => deleteSessionsOf(tx, threadId);
      await eraseThread(platform, workspaceId, threadId, { deleteLinks });
    }
    isGone = await database.transaction(async (tx) => deleteIdleVisitor(tx, workspaceId, visitor));
  }
}
