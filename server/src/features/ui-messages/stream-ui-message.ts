import type { EventRecord } from '../../platform/event-log.ts';
import { EventStream, type SseEvent } from '../../platform/sse.ts';
import { UiMessageWriter } from './ui-message-writer.ts';

type Follow = (signal: AbortSignal) => AsyncIterable<EventRecord | SseEvent>;
type Present = (event: EventRecord | SseEvent) => EventRecord | SseEvent | undefined;

/** Streams the events of a reply as a UI message; `present` filters what may be shown. */
export function streamUiMessage(threadId: string, follow: Follow, present: Present = (event) => event): EventStream {
  return new EventStream(
    async (send, signal) => {
      const writer = new UiMessageWriter(threadId);
      for await (const event of follow(signal)) {
        const shown = present(event);
        if (shown === undefined) continue;
        for (const chunk of writer.write(shown)) await send({ event: '', text: JSON.stringify(chunk) });
      }
      if (!signal.aborted) await send({ event: '', text: '[DONE]' });
    },
    { headers: { 'x-vercel-ai-ui-message-stream': 'v1' }, beginning: '' },
  );
}
