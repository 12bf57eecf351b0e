import { effect } from '@preact/signals';
import type { Chat } from '../models/chat.ts';

/** Between two notices, in milliseconds; the team shows each for a few seconds. */
const everyMs = 3_000;

/** Shows the team that the visitor types, while a person answers or is waited for. Returns how to stop. */
export function sendTypingNotices(chat: Chat): () => void {
  let sentAt = 0;
  let before = chat.draft.peek();
  return effect(() => {
    const draft = chat.draft.value;
    const hasGrown = draft.length > before.length;
    before = draft;
    // The next message is announced at once.
    if (draft === '') sentAt = 0;
    if (!hasGrown || !chat.answering.isPersons.peek() || Date.now() - sentAt < everyMs) return;
    sentAt = Date.now();
    chat.showTyping();
  });
}
