import type { legacyChatEvents } from '@portico/shared-types';
import type { z } from 'zod';
import { ApiError } from '../../platform/errors.ts';
import { parseEvent } from '../../platform/event-log.ts';
import type { SseEvent } from '../../platform/sse.ts';
import type { ReplyHandle } from '../threads/index.ts';
import { presentReply } from './legacy-agents.service.ts';

type Events = typeof legacyChatEvents;

/**
 * A reply in the events of the older stream (docs/reference/streams.md#older-chat-stream): start, delta, then done or
 * error. That stream can't retract text, so when a reply starts again, only text that continues the text already sent
 * is sent; `done` has the whole text in any case.
 */
export async function* streamLegacyReply(
  reply: ReplyHandle,
  signal: AbortSignal,
): AsyncGenerator<SseEvent, void, undefined> {
  yield write('start', { messageId: reply.messageId ?? '', threadId: reply.threadId });
  let sent = '';
  let text = '';
  for await (const record of reply.events(signal)) {
    if (record.event === 'message:started') text = '';
    if (record.event !== 'message:delta') continue;
    text += String(parseEvent(record)['content']);
    if (text.length <= sent.length || !text.startsWith(sent)) continue;
    yield write('delta', { content: text.slice(sent.length) });
    sent = text;
  }
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
