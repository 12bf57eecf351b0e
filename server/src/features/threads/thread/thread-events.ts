import type { EventRecord } from '../../../platform/event-log.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Send } from '../../../platform/sse.ts';
import { onTyping } from './typing.ts';

/** Topic of the bus for deleted threads, whose streams end. */
export const deletedThreads = 'threads:deleted';

/** One shared reason: creating an exception for each of thousands of readers takes time. */
const deleted = new DOMException('The thread was deleted.', 'AbortError');

/**
 * The thread's live stream: `connected` (no id), everything after `after` (null: from now on), then live events, until
 * the signal fires or the thread is deleted (docs/reference/streams.md#resuming).
 */
export async function followThread(
  platform: Platform,
  { threadId, after }: { threadId: string; after: number | null },
  signal: AbortSignal,
  send: Send,
): Promise<void> {
  const there = watchThread(platform, threadId, signal);
  let stopTyping: (() => void) | undefined;
  try {
    const last = await platform.events.lastId(platform.database.sql, threadId);
    const data = { thread_id: threadId, timestamp: new Date().toISOString() };
    await send({ event: 'connected', text: JSON.stringify(data) });
    stopTyping = onTyping(platform.bus, (typing) => {
      if (typing.threadId !== threadId || there.signal.aborted) return;
      const text = JSON.stringify({ author: typing.author, timestamp: new Date().toISOString() });
      // Not awaited: a slow client misses it.
      void send({ event: 'typing', text });
    });
    // With an id from the future, the client would get no events until the thread has reached it.
    const start = Math.min(after ?? last, last);
    await platform.events.follow(threadId, start, there.signal, send);
  } finally {
    stopTyping?.();
    there.end();
  }
}

/**
 * The events of a thread after `after`, the first of which may be known already; ends when the signal fires or the
 * thread is deleted.
 */
export async function* readWhileThere(
  platform: Platform,
  { threadId, after, known }: { threadId: string; after: number; known?: readonly EventRecord[] },
  signal: AbortSignal,
): AsyncGenerator<EventRecord, void, undefined> {
  const there = watchThread(platform, threadId, signal);
  try {
    yield* platform.events.read(threadId, after, there.signal, known);
  } finally {
    there.end();
  }
}

/** A signal that fires with the given one, and when the thread is deleted. `end` stops listening to both. */
function watchThread(
  { bus }: Platform,
  threadId: string,
  signal: AbortSignal,
): { readonly signal: AbortSignal; end(): void } {
  const gone = new AbortController();
  const stop = (): void => gone.abort(signal.reason);
  if (signal.aborted) stop();
  // Not AbortSignal.any, because a composite signal checks all its sources each time it is read.
  signal.addEventListener('abort', stop);
  const unsubscribe = bus.subscribe(deletedThreads, (id) => {
    if (id === threadId) gone.abort(deleted);
  });
  return {
    signal: gone.signal,
    end() {
      signal.removeEventListener('abort', stop);
      unsubscribe();
    },
  };
}
