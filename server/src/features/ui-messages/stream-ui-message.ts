import type { EventRecord } from '../../platform/event-log.ts';
import { RawAnswer } from '../../platform/http/route.ts';
import { EventStream, type SseEvent } from '../../platform/sse.ts';
import type { ReplyHandle } from '../threads/index.ts';
import { UiMessageWriter } from './ui-message-writer.ts';

/** Streams a reply as a UI message; `present` says what of its events may be seen. */
export function streamUiMessage(
  reply: ReplyHandle,
  present: (event: EventRecord) => EventRecord | SseEvent | undefined = (event) => event,
): EventStream {
  return new EventStream(
    async (send, signal) => {
      const writer = new UiMessageWriter(reply.threadId);
      for await (const record of reply.events(signal)) {
        const shown = present(record);
        if (shown === undefined) continue;
        for (const chunk of writer.write(shown)) await send({ event: '', text: JSON.stringify(chunk) });
      }
      if (!signal.aborted) await send({ event: '', text: '[DONE]' });
    },
    { 'x-vercel-ai-ui-message-stream': 'v1' },
  );
}

/** 204: there is nothing to resume. */
export function nothingRuns(): RawAnswer {
  return new RawAnswer(async (response) => {
    response.status(204).end();
  });
}
