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
  return {
    async act(verb, body) {
      let isDone = false;
      await faults.attempt(async () => {
        await api.act(await session.ensure(), verb, body);
        isDone = true;
      });
      return isDone;
    },
    showTyping() {
      const current = session.current.peek();
      // A lost notification does no harm.
      if (current) void api.act(current, 'typing').catch(() => undefined);
    },
    async readEarlier() {
      const current = session.current.peek();
      const oldest = messages.peek()[0];
      if (!current || !oldest || isLoading.peek()) return;
      isLoading.value = true;
      await faults.attempt(async () => {
        feed.addEarlier(await api.readMessages(current, oldest.id));
      });
      isLoading.value = false;
    },
  };
}
