import { playTones } from '@portico/browser-kit/play-tones';
import type { Chat } from '../models/chat.ts';
import type { ChatEvents, ChatMessage } from '../types.ts';

/** Prefix of the title of a page in the background. */
const mark = '● ';
const loadedWithinMs = 5_000;
/** Within this time another tab that shows a message has received it, and stored that it has been seen. */
const otherTabMs = 500;

/**
 * Reports each message of a person or of the server. While the visitor looks elsewhere (another tab, a closed panel), a
 * person's message also marks the page's title and, unless the visitor has turned sounds off, plays one. Returns a
 * function that stops it.
 */
export function drawAttention(chat: Chat, onMessage: (message: ChatMessage) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;

  function receive(event: Event): void {
    if (!(event instanceof CustomEvent)) return;
    const { id, message }: ChatEvents['message-received'] = event.detail;
    if (id === chat.id) handle(message);
  }

  function handle(message: ChatMessage): void {
    const author = message.author?.type;
    if (author !== 'member' && author !== 'system') return;
    onMessage(message);
    if (author !== 'member' || (chat.isOpen.peek() && !document.hidden)) return;
    if (document.hidden)
      setTimeout(() => {
        if (!signal.aborted) announce(message);
      }, otherTabMs);
    else announce(message);
  }

  /** Unless the visitor has seen it in another tab. */
  function announce({ createdAt }: ChatMessage): void {
    const { seen, isMuted } = chat.storage.read();
    if (seen && Date.parse(createdAt) <= Date.parse(seen.upTo)) return;
    if (isMuted !== true) playTones([659, 880]);
    if (document.hidden && !document.title.startsWith(mark)) document.title = mark + document.title;
  }

  function removeMark(): void {
    if (!document.hidden && document.title.startsWith(mark)) document.title = document.title.slice(mark.length);
  }

  // Messages that came while this code was loading.
  const last = chat.messages.peek().at(-1);
  if (last && Date.now() - Date.parse(last.createdAt) < loadedWithinMs) handle(last);
  addEventListener('portico:message-received', receive, { signal });
  document.addEventListener('visibilitychange', removeMark, { signal });
  return () => {
    listening.abort();
    removeMark();
  };
}
