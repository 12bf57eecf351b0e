import type { Platform } from '../../../../platform/platform.ts';
import { findOldestReply } from '../replies.sql.ts';
import { type ReplyHandle, watchReply } from './reply-handle.ts';

/** The reply in progress in a thread, or the next one; undefined if there is none. Its events begin with its start. */
export async function findRunningReply(
  platform: Platform,
  workspaceId: string,
  threadId: string,
): Promise<ReplyHandle | undefined> {
  const reply = await findOldestReply(platform.database.sql, workspaceId, threadId);
  return reply && watchReply(platform, { workspaceId, threadId, ...reply });
}
