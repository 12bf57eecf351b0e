import type { ChatApi } from '../transport/api.ts';
import type { ChatMessage } from '../types.ts';
import type { Chat } from './chat.ts';
import type { Faults } from './faults.ts';
import type { Session } from './session.ts';
import type { Thread } from './thread.ts';

export interface RepliesOptions {
  api: ChatApi;
  session: Session;
  thread: Thread;
  attempt: Faults['attempt'];
}

/** Actions on replies: stop the one in progress, regenerate one, rate one. */
export function createReplies({
  api,
  session,
  thread,
  attempt,
}: RepliesOptions): Pick<Chat, 'stop' | 'regenerate' | 'rate'> {
  return {
    stop() {
      const current = session.current.peek();
      if (current) void attempt(() => api.act(current, 'cancel'));
    },
    regenerate(message) {
      void attempt(() => session.run((current) => api.regenerate(current, message.id)));
    },
    rate(message, rating, comment) {
      const feedback = comment ? { rating, comment } : { rating };
      const change = (next: ChatMessage['feedback']) =>
        thread.change((messages) =>
          messages.map((other) => (other.id === message.id ? { ...other, feedback: next } : other)),
        );
      change(feedback);
      const rated = () => session.run((current) => api.act(current, `messages/${message.id}/feedback`, feedback));
      void attempt(rated).then((isDone) => isDone || change(message.feedback));
    },
  };
}
