import type { legacyChatEvents } from '@portico/shared-types';
import type { z } from 'zod';
import { ApiError } from '../../platform/errors.ts';
import type { SseEvent } from '../../platform/sse.ts';
import { readText, type ReplyHandle } from '../threads/index.ts';
import { presentReply } from './legacy-agents.service.ts';

type Events = typeof legacyChatEvents;

/**
 * A reply in the events of the older stream (docs/reference/streams.md#older-chat-stream): start, delta, then done or
 * error. If the reply starts again with other text, `done` still has the whole of it.
 */
export async function* streamLegacyReply(
  reply: ReplyHandle,
  signal: AbortSignal,
): AsyncGenerator<SseEvent, void, undefined> {
  yield write('start', { messageId: reply.messageId ?? '', threadId: reply.threadId });
  for await (const content of readText(reply.events(signal))) yield write('delta', { content });
  if (signal.aborted) return;
  try {
    yield write('done', presentReply(await reply.finished(signal)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    yield write('error', { code: error.code, message: error.message });
  }
}

function write<Name extends keyof Events>(event: Name, data: z.infer<Events[Name]>): SseEvent {
  return { event, text: JSON.stringify(data) };
}
