import type { MessageAuthor } from '@portico/shared-types';
import type { Bus } from '../../../platform/bus.ts';

/*
 * Somebody is typing in a thread. This is a notification, not an event: it isn't stored, has no id and may get lost.
 * Every thread has its own topic, so that a notice costs the streams of other threads nothing, and its message is the
 * text that is sent: no stream parses it.
 */

const topicOf = (threadId: string): string => `threads:typing:${threadId}`;

export function publishTyping(bus: Bus, threadId: string, author: MessageAuthor): void {
  bus.publish(topicOf(threadId), JSON.stringify({ author, timestamp: new Date().toISOString() }));
}

/** Calls `listener` with the JSON `{author, timestamp}` of each notice, until the returned function is called. */
export function onTyping(bus: Bus, threadId: string, listener: (text: string) => void): () => void {
  return bus.subscribe(topicOf(threadId), listener);
}
