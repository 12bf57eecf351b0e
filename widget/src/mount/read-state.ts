import type { Chat } from '../models/chat.ts';
import type { ChatState } from '../types.ts';

/** The state before the interface is known, and on a server. */
export const emptyState = (): ChatState => ({
  isOpen: false,
  unread: 0,
  messages: [],
  connection: 'online',
  isReplying: false,
  consentStatus: 'granted',
  error: null,
});

/** The store's signals as a plain object. */
export function readState(chat: Chat): ChatState {
  return {
    isOpen: chat.isOpen.value,
    unread: chat.unread.value,
    messages: chat.messages.value,
    connection: chat.connection.value,
    isReplying: chat.isReplying.value,
    consentStatus: chat.consent.value,
    error: chat.error.value,
  };
}
