import type { Conversation, ConversationNote, Message } from '@portico/shared-types';
import type { Transaction } from '../../../platform/database.ts';
import type { NewEvent } from '../../../platform/event-log.ts';
import type { Platform } from '../../../platform/platform.ts';

/** The stream of a workspace's conversations in the event log. */
export function streamOf(workspaceId: string): string {
  return `conversations:${workspaceId}`;
}

export const events = {
  created: (conversation: Conversation): NewEvent => ({ event: 'conversation:created', data: { conversation } }),
  updated: (conversation: Conversation): NewEvent => ({ event: 'conversation:updated', data: { conversation } }),
  message: (id: string, message: Message): NewEvent => {
    return { event: 'conversation:message', data: { conversation_id: id, message } };
  },
  note: (note: ConversationNote): NewEvent => {
    return { event: 'conversation:note', data: { conversation_id: note.conversation_id, note } };
  },
  deleted: (id: string): NewEvent => ({ event: 'conversation:deleted', data: { conversation_id: id } }),
};

/**
 * Notifies everybody who follows the workspace's conversations. All transactions of a workspace contend for this lock,
 * so it must be the last step of one.
 */
export async function report(
  platform: Platform,
  tx: Transaction,
  workspaceId: string,
  news: readonly NewEvent[],
): Promise<void> {
  await platform.events.append(tx, streamOf(workspaceId), news);
}
