import { effect } from '@preact/signals';
import { goesOn, whenIdle } from '../launcher/find-stored.ts';
import { drawAttention } from '../people/draw-attention.ts';
import type { Chat } from './chat.ts';
import { countSince } from './follow-visit.ts';

/**
 * On a page with a closed panel: when the page is idle, connects a visitor whose stored conversation continues, counts
 * what came since they last saw it, and reports what comes. Returns a function that stops it.
 */
export function followClosed(chat: Chat, host: string): () => void {
  let isOver = false;
  let stopSounds = (): void => {};

  async function connect(): Promise<void> {
    const { seen } = chat.storage.read();
    const isLeft = () => isOver || chat.isOpen.peek() || chat.consent.peek() !== 'granted' || !chat.session.hasStored();
    if (isLeft() || !(await goesOn(chat.storage.read(), host, chat.face.peek().slug)) || isLeft()) return;
    chat.isFollowed.value = true;
    await chat.session.ensure();
    if (isOver || chat.isOpen.peek()) return;
    if (seen) chat.unread.value = countSince(chat.messages.peek(), seen.upTo);
    const stop = drawAttention(chat, () => {});
    // The open panel does it by itself.
    const stopWatching = effect(() => {
      if (chat.isOpen.value) stop();
    });
    stopSounds = () => {
      stopWatching();
      stop();
    };
  }

  const cancel = whenIdle(() => {
    // Without a connection the conversation is loaded when the panel opens.
    connect().catch(() => {});
  });
  return () => {
    isOver = true;
    cancel();
    stopSounds();
  };
}
