import type { ConversationActor } from '@portico/shared-types';
import type { Platform } from '../../../platform/platform.ts';
import { publishTyping } from '../../threads/index.ts';
import { getConversation } from '../conversation/conversations.service.ts';
import { toAuthor } from '../team/actor.ts';

/** Shows the visitor and the team that a member is typing. Throws 404. */
export async function showTyping(
  platform: Platform,
  workspaceId: string,
  conversationId: string,
  actor: ConversationActor,
): Promise<void> {
  const { thread_id: threadId } = await getConversation(platform, workspaceId, conversationId);
  publishTyping(platform.bus, { workspaceId, threadId, author: toAuthor(actor) });
}
