import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { PublicMessage } from '@portico/shared-types/api/public-chat';
import type { ThreadEvent } from '@portico/shared-types/events';
import { PAGE } from '../transport/api.ts';
import { readPublicMessage } from '../transport/wire.ts';
import type { ChatMessage } from '../types.ts';
import { isOptimistic } from './reduce-thread.ts';
import type { Opened } from './session.ts';
import type { ChatStorage } from './storage.ts';
import type { Thread } from './thread.ts';

/** The conversation from the server: loaded messages, streamed events, and the position between the two. */
export interface Feed {
  readonly hasEarlier: ReadonlySignal<boolean>;
  /** The event after which the stream continues; null without a session. */
  findLastEventId(): string | null;
  take(opened: Pick<Opened, 'messages' | 'lastEventId'>, isResumed: boolean): void;
  addEarlier(page: readonly PublicMessage[]): void;
  receive(event: ThreadEvent, eventId: string | null): void;
  clear(): void;
}

export function createFeed(storage: ChatStorage, thread: Thread, onReply: (message: ChatMessage) => void): Feed {
  const hasEarlier = signal(false);
  let lastEventId: string | null = null;
  const isOver = (id: string) => thread.messages.peek().some((message) => message.id === id && isEnded(message));

  return {
    hasEarlier,
    findLastEventId: () => lastEventId,
    take({ messages: page, lastEventId: newest }, isResumed) {
      const read = readPage(page);
      const isUnderWay = read.some((message) => !isEnded(message));
      const kept = isResumed ? (storage.read().lastEventId ?? null) : null;
      // Without a known position the thread is read from its first event: ended messages don't change twice.
      lastEventId = kept ?? (isUnderWay ? null : newest) ?? '0';
      storage.update({ lastEventId });
      hasEarlier.value = isFull(page);
      const known = new Set(read.map(({ clientMessageId }) => clientMessageId));
      const isWaiting = (message: ChatMessage) => isOptimistic(message) && !known.has(message.clientMessageId);
      thread.change((messages) => [...read, ...messages.filter(isWaiting)]);
    },
    addEarlier(page) {
      hasEarlier.value = isFull(page);
      thread.change((messages) => [...readPage(page), ...messages]);
    },
    receive(event, eventId) {
      const whole = readWhole(event);
      const wasOver = whole !== null && isOver(whole.id);
      thread.receive(event);
      lastEventId = eventId ?? lastEventId;
      if (event.event === 'message:delta') return;
      const messages = thread.messages.peek();
      if (eventId !== null && messages.every(isEnded)) storage.update({ lastEventId: eventId });
      if (!whole || wasOver) return;
      const message = messages.find(({ id }) => id === whole.id);
      if (message?.role === 'assistant') onReply(message);
    },
    clear() {
      lastEventId = null;
      hasEarlier.value = false;
      thread.change(() => []);
    },
  };
}

/** Whether there may be messages before a page. Of very long ones, a page has fewer: about a megabyte. */
function isFull(page: readonly PublicMessage[]): boolean {
  return page.length >= PAGE || JSON.stringify(page).length > 3e5;
}

/** The complete message in an event: a finished reply, or a person's message. */
function readWhole(event: ThreadEvent): { id: string } | null {
  if (event.event === 'message:completed') return event.data;
  return event.event === 'message:created' ? event.data.message : null;
}

const isEnded = ({ status }: ChatMessage): boolean => status !== 'streaming';

/** A reply that was regenerated is not shown. */
function readPage(page: readonly PublicMessage[]): ChatMessage[] {
  return page.filter(({ replacedBy }) => replacedBy === null).map(readPublicMessage);
}
