import { createEventParser, type StreamEvent } from '@portico/browser-kit/events/parse-events';

/** The events of a stream, in order, until it ends. Rejects if it breaks. */
export async function* readEvents(response: Response): AsyncGenerator<StreamEvent, void> {
  const parser = createEventParser();
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield* parser.push(value);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
