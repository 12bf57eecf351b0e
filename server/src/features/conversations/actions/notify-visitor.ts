import type { Conversation } from '@portico/shared-types';
import type { Transaction } from '../../../platform/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isAvailable } from '../team/availability.ts';
import { isRated } from '../visitor/is-rated.ts';

/** Notifies the visitor on the stream of the thread who answers now. */
export async function notifyVisitor(
  platform: Platform,
  tx: Transaction,
  workspaceId: string,
  conversation: Conversation,
): Promise<void> {
  const { status, assignee, thread_id: threadId } = conversation;
  const available = await isAvailable(tx, workspaceId, conversation.interface.id);
  const data = {
    status,
    assignee,
    available,
    ...(isRated(conversation) && { rated: true }),
    ...(conversation.visitor.email !== null && { reachable: true }),
  };
  await platform.events.append(tx, threadId, [{ event: 'conversation:status', data }]);
}
