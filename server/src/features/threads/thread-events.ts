import type { EventRecord } from '../../platform/event-log.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SseEvent } from '../../platform/sse.ts';

/** Topic of the bus that names threads which were deleted: their streams end. */
export const deletedThreads = 'threads:deleted';

/**
 * The thread's live stream: `connected` (no id), everything after `after` (null: from now on), then what comes, until
 * the signal fires or the thread goes (contract section 8).
 */
export async function* readThreadEvents(
  platform: Platform,
  { threadId, after }: { threadId: string; after: number | null },
  signal: AbortSignal,
): AsyncGenerator<EventRecord | SseEvent, void, undefined> {
  const last = await platform.events.lastId(platform.database.sql, threadId);
  const data = { thread_id: threadId, timestamp: new Date().toISOString() };
  yield { event: 'connected', text: JSON.stringify(data) };
  // An id from the future would keep its client deaf until the thread has caught up with it.
  yield* readWhileThere(platform, threadId, Math.min(after ?? last, last), signal);
}

/** The events of a thread after `after`; ends when the signal fires or the thread goes. */
export async function* readWhileThere(
  platform: Platform,
  threadId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<EventRecord, void, undefined> {
  const gone = new AbortController();
  const unsubscribe = platform.bus.subscribe(deletedThreads, (deleted) => {
    if (deleted === threadId) gone.abort();
  });
  try {
    yield* platform.events.read(threadId, after, AbortSignal.any([signal, gone.signal]));
  } finally {
    unsubscribe();
  }
}
