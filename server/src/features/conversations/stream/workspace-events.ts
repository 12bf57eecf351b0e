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

/** What transactions will report. */
const collected = new WeakMap<Transaction, NewEvent[]>();

/** Does `work`, and then reports what it reports, together: it may still have to wait for other transactions. */
export async function reportTogether(
  platform: Platform,
  tx: Transaction,
  workspaceId: string,
  work: () => Promise<void>,
): Promise<void> {
  const news: NewEvent[] = [];
  collected.set(tx, news);
  try {
    await work();
  } finally {
    collected.delete(tx);
  }
  if (news.length > 0) await report(platform, tx, workspaceId, news);
}

/**
 * Notifies everybody who follows the workspace's conversations. All transactions of a workspace contend for this lock,
 * so it must be the last step of one, or be collected by reportTogether.
 */
export async function report(
  platform: Platform,
  tx: Transaction,
  workspaceId: string,
  news: readonly NewEvent[],
): Promise<void> {
  const together = collected.get(tx);
  if (together === undefined) await platform.events.append(tx, streamOf(workspaceId), news);
  else together.push(...news);
}
