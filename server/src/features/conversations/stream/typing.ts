import type { MessageAuthor } from '@portico/shared-types';
import type { Bus } from '../../../platform/bus.ts';
import { publishTyping, type ThreadKey } from '../../threads/index.ts';

const topicOf = (workspaceId: string): string => `conversations:typing:${workspaceId}`;

/** Notifies those who follow a conversation's thread, or all conversations of its workspace, of somebody's typing. */
export function reportTyping(bus: Bus, { workspaceId, threadId }: ThreadKey, author: MessageAuthor): void {
  publishTyping(bus, threadId, author);
  const data = { conversation_id: threadId.replace('thr_', 'cnv_'), author, timestamp: new Date().toISOString() };
  bus.publish(topicOf(workspaceId), JSON.stringify(data));
}

/**
 * Calls `listener` with the JSON `{conversation_id, author, timestamp}` for everyone who types in a workspace's
 * conversations, until the returned function is called.
 */
export function onAnyTyping(bus: Bus, workspaceId: string, listener: (text: string) => void): () => void {
  return bus.subscribe(topicOf(workspaceId), listener);
}
