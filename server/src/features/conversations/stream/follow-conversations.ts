import type { Platform } from '../../../platform/platform.ts';
import type { Send } from '../../../platform/sse.ts';
import { onTyping } from '../../threads/index.ts';
import { streamOf } from './workspace-events.ts';

/**
 * Every event of a workspace's conversations after the event `after` (null: from now on), until the signal fires.
 * Typing notices come in between, without an id.
 */
export async function followConversations(
  platform: Platform,
  { workspaceId, after }: { workspaceId: string; after: number | null },
  signal: AbortSignal,
  send: Send,
): Promise<void> {
  const { bus, database, events } = platform;
  const stream = streamOf(workspaceId);
  const last = await events.lastId(database.sql, stream);
  const timestamp = (): string => new Date().toISOString();
  await send({ event: 'connected', text: JSON.stringify({ workspace_id: workspaceId, timestamp: timestamp() }) });
  const stop = onTyping(bus, ({ workspaceId: where, threadId, author }) => {
    if (where !== workspaceId || signal.aborted) return;
    const data = { conversation_id: threadId.replace('thr_', 'cnv_'), author, timestamp: timestamp() };
    // Not awaited: a slow client misses it.
    void send({ event: 'conversation:typing', text: JSON.stringify(data) });
  });
  try {
    await events.follow(stream, Math.min(after ?? last, last), signal, send);
  } finally {
    stop();
  }
}
