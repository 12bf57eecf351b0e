import type { ConversationActor } from '@portico/shared-types';
import type { Platform } from '../../../platform/platform.ts';
import { getConversation } from '../conversation/conversations.service.ts';
import { toAuthor } from '../team/actor.ts';
import { reportTyping } from './typing.ts';

/** Shows the visitor and the team that a member is typing. Throws 404. */
export async function showTyping(
  platform: Platform,
  workspaceId: string,
  conversationId: string,
  actor: ConversationActor,
): Promise<void> {
  const { thread_id: threadId } = await getConversation(platform, workspaceId, conversationId);
  reportTyping(platform.bus, { workspaceId, threadId }, toAuthor(actor));
}
