import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ChatApi } from '../transport/api.ts';
import type { ChatMessage } from '../types.ts';
import type { Chat } from './chat.ts';
import type { Faults } from './faults.ts';
import type { Feed } from './feed.ts';
import type { Session } from './session.ts';

interface ActsOptions {
  api: ChatApi;
  session: Session;
  faults: Faults;
  feed: Feed;
  messages: ReadonlySignal<readonly ChatMessage[]>;
  isLoading: Signal<boolean>;
}

/** A visitor's actions in a session other than writing, each a single request. */
export function createActs({
  api,
  session,
  faults,
  feed,
  messages,
  isLoading,
}: ActsOptions): Pick<Chat, 'act' | 'showTyping' | 'readEarlier'> {
  const findOldest = () => messages.peek()[0]?.id;

  return {
    act: (verb, body) => faults.attempt(() => session.run((current) => api.act(current, verb, body))),
    showTyping() {
      const current = session.current.peek();
      // A lost notification does no harm.
      if (current) void api.act(current, 'typing').catch(() => undefined);
    },
    async readEarlier(prepare) {
      const current = session.current.peek();
      const oldest = findOldest();
      if (!current || !oldest || isLoading.peek()) return;
      isLoading.value = true;
      await faults.attempt(async () => {
        const page = await api.readMessages(current, oldest);
        // In the meantime the visitor may have changed the conversation, or the site the visitor.
        if (oldest !== findOldest()) return;
        prepare?.();
        feed.addEarlier(page);
      });
      isLoading.value = false;
    },
  };
}
