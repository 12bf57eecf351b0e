import type { Platform } from '../../../platform/platform.ts';
import type { Send } from '../../../platform/sse.ts';
import { onAnyTyping } from './typing.ts';
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
  const data = { workspace_id: workspaceId, timestamp: new Date().toISOString() };
  await send({ event: 'connected', text: JSON.stringify(data) });
  const stop = onAnyTyping(bus, workspaceId, (text) => {
    // Not awaited: a slow client misses it.
    if (!signal.aborted) void send({ event: 'conversation:typing', text });
  });
  try {
    await events.follow(stream, Math.min(after ?? last, last), signal, send);
  } finally {
    stop();
  }
}
