import { batch, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { ThreadEvent } from '@portico/shared-types/events';
import type { ChatMessage } from '../types.ts';
import { reduceThread } from './reduce-thread.ts';

export interface Thread {
  readonly messages: ReadonlySignal<readonly ChatMessage[]>;
  receive(event: ThreadEvent): void;
  /** Applies pending deltas now. */
  flush(): void;
  change(next: (messages: readonly ChatMessage[]) => readonly ChatMessage[]): void;
  stop(): void;
}

/** Deltas are collected for one frame, so that a fast stream causes one rendering and not one per token. */
const FRAME_MS = 40;

export function createThread(): Thread {
  const messages = signal<readonly ChatMessage[]>([]);
  let held: Extract<ThreadEvent, { event: 'message:delta' }> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (held) messages.value = reduceThread(messages.value, held);
    held = null;
  }

  return {
    messages,
    flush,
    receive(event) {
      if (event.event === 'message:delta') {
        const content = held?.data.message_id === event.data.message_id ? held.data.content : null;
        if (held && content === null) flush();
        held = { ...event, data: { ...event.data, content: (content ?? '') + event.data.content } };
        timer ??= setTimeout(flush, FRAME_MS);
        return;
      }
      batch(() => {
        flush();
        messages.value = reduceThread(messages.value, event);
      });
    },
    change(next) {
      flush();
      messages.value = next(messages.value);
    },
    stop: () => clearTimeout(timer),
  };
}
