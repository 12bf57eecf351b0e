import type { Chat } from './chat.ts';
import type { History } from './history.ts';
import type { Session } from './session.ts';
import type { ChatStorage, StoredRecord } from './storage.ts';
import type { Thread } from './thread.ts';

export interface ConversationsOptions {
  session: Session;
  storage: ChatStorage;
  history: History;
  thread: Thread;
  isOpen: Chat['isOpen'];
  /** Forgets the conversation except its entry in the storage; `fresh` asks for an empty thread next. */
  startOver(fresh: boolean): void;
  /** Loads the stored conversation. */
  resume(): void;
}

/** Switching conversations: to a new one, an earlier one, or the one that another tab has opened. */
export function createConversations(options: ConversationsOptions) {
  const { session, storage, history, thread, isOpen, startOver, resume } = options;

  function putAside(): void {
    history.keep(session.current.peek(), thread.messages.peek());
    storage.update({ session: undefined, lastEventId: undefined, seen: undefined, outbox: undefined });
  }

  return {
    newThread(): void {
      putAside();
      startOver(true);
    },
    openPast(past: Parameters<Chat['openPast']>[0]): void {
      putAside();
      startOver(false);
      const { title: _, at: __, ...stored } = past;
      history.drop(past.id);
      storage.update({ session: stored });
      resume();
    },
    followOtherTab(record: StoredRecord): void {
      const mine = session.current.peek();
      history.refresh();
      if (!record.session) {
        if (mine) startOver(false);
        return;
      }
      if (record.session.threadId === mine?.threadId) {
        if (record.session.token !== mine.token) session.adopt(record.session);
        return;
      }
      if (!mine && !isOpen.peek()) return;
      startOver(false);
      if (isOpen.peek()) resume();
    },
  };
}
