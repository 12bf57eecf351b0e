import { effect } from '@preact/signals';
import type { Chat } from '../models/chat.ts';

/** Milliseconds between two notices; the team shows each for a few seconds. */
const everyMs = 3_000;

/**
 * Shows the team that the visitor is typing, while a person answers or is waited for. Returns a function that stops it.
 */
export function sendTypingNotices(chat: Chat): () => void {
  let sentAt = 0;
  let before = chat.draft.peek();
  return effect(() => {
    const draft = chat.draft.value;
    const hasGrown = draft.length > before.length;
    before = draft;
    // The next message sends a notice immediately.
    if (draft === '') sentAt = 0;
    if (!hasGrown || !chat.answering.isPersons.peek() || Date.now() - sentAt < everyMs) return;
    sentAt = Date.now();
    chat.showTyping();
  });
}
