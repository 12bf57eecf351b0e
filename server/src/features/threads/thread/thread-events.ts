import type { Platform } from '../../../platform/platform.ts';
import type { Send } from '../../../platform/sse.ts';
import { onTyping } from './typing.ts';

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
  const last = await platform.events.lastId(platform.database.sql, threadId);
  const data = { thread_id: threadId, timestamp: new Date().toISOString() };
  await send({ event: 'connected', text: JSON.stringify(data) });
  const stopTyping = onTyping(platform.bus, threadId, (text) => {
    // Not awaited: a slow client misses it.
    if (!signal.aborted) void send({ event: 'typing', text });
  });
  try {
    // With an id from the future, the client would get no events until the thread has reached it.
    await platform.events.follow(threadId, Math.min(after ?? last, last), signal, send);
  } finally {
    stopTyping();
  }
}
