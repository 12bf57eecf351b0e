import type { PastConversation } from '@portico/shared-types';
import type { Platform } from '../../../platform/platform.ts';
import type { Conversation } from '../messages/messages.service.ts';
import { listConversationsOfVisitor } from './threads-of-visitor.sql.ts';

/** The conversations of a session's visitor, most recent message first. */
export async function listPastConversations(
  platform: Platform,
  { session }: Conversation,
): Promise<PastConversation[]> {
  const rows = await listConversationsOfVisitor(platform.database.sql, session);
  return rows.map(({ thread_id: threadId, title, created_at: createdAt, last_message_at: lastMessageAt }) => ({
    threadId,
    title,
    isCurrent: threadId === session.thread_id,
    createdAt,
    lastMessageAt,
  }));
}
