import type { PublicConversation } from '@portico/shared-types';
import type { Platform } from '../../../platform/platform.ts';
import { findConversationOfThread } from '../conversation/conversations.sql.ts';
import { firstName } from '../team/actor.ts';
import { isRated } from './is-rated.ts';

/** Who answers a visitor now; the agent if there is no message yet. */
export async function getPublicConversation(
  platform: Platform,
  workspaceId: string,
  threadId: string,
): Promise<PublicConversation> {
  const found = await findConversationOfThread(platform.database.sql, workspaceId, threadId);
  const { status = 'bot', assignee = null } = found ?? {};
  const shown = assignee && { name: firstName(assignee.name), avatarUrl: assignee.avatar_url };
  return {
    status,
    assignee: shown,
    ...(found !== undefined && isRated(found) && { rated: true }),
    ...(found !== undefined && found.visitor.email !== null && { reachable: true }),
  };
}
