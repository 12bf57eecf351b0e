import { cutText } from '@portico/browser-kit/cut-text';
import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { ChatMessage } from '../types.ts';
import type { ChatStorage, PastConversation, StoredSession } from './storage.ts';

export interface History {
  readonly list: ReadonlySignal<readonly PastConversation[]>;
  /** Archives a conversation; one without a message of the visitor is not worth keeping. */
  keep(session: StoredSession | null, messages: readonly ChatMessage[]): void;
  drop(id: string): void;
  /** Reads the list again, without expired ones. */
  refresh(): void;
}

const MOST = 20;

/** Earlier conversations of this browser. Only their tokens, which are stored nowhere else, give access to them. */
export function createHistory(storage: ChatStorage): History {
  const list = signal<readonly PastConversation[]>([]);

  function show(next: readonly PastConversation[]): void {
    const now = new Date().toISOString();
    list.value = next.filter(({ expiresAt }) => expiresAt > now).slice(0, MOST);
  }

  function store(next: readonly PastConversation[]): void {
    show(next);
    storage.update({ history: list.value });
  }

  return {
    list,
    keep(session, messages) {
      const first = messages.find(({ role }) => role === 'user');
      if (!session || !first) return;
      const entry = {
        ...session,
        title: cutText(first.content, 80),
        at: (messages.at(-1) ?? first).createdAt,
      };
      store([entry, ...list.value.filter(({ threadId }) => threadId !== session.threadId)]);
    },
    drop: (id) => store(list.value.filter((entry) => entry.id !== id)),
    refresh: () => show(storage.read().history ?? []),
  };
}
