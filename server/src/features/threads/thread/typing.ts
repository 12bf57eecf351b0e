import { MessageAuthor } from '@portico/shared-types';
import { z } from 'zod';
import type { Bus } from '../../../platform/bus.ts';

/**
 * Somebody is typing in a thread. This is a notification, not an event: it isn't stored, has no id and may get lost.
 */
const Typing = z.object({ workspaceId: z.string(), threadId: z.string(), author: MessageAuthor });
export type Typing = z.infer<typeof Typing>;

const topic = 'threads:typing';

export function publishTyping(bus: Bus, typing: Typing): void {
  bus.publish(topic, JSON.stringify(typing));
}

/** Calls `listener` for anyone who types in any thread, until the returned function is called. */
export function onTyping(bus: Bus, listener: (typing: Typing) => void): () => void {
  return bus.subscribe(topic, (message) => listener(Typing.parse(JSON.parse(message))));
}
