import { createEventParser, type StreamEvent } from '@portico/browser-kit/events/parse-events';
import { ApiError } from './api-error.ts';

/**
 * The events of a stream, in order. The caller stops after the one that it knows to be the last: if the stream ends
 * before, cleanly or not, this rejects with an ApiError. A server that stops ends its streams cleanly.
 */
export async function* readEvents(response: Response): AsyncGenerator<StreamEvent, never> {
  const parser = createEventParser();
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const read = await reader?.read().catch(rejectBroken);
      if (read?.value === undefined) return rejectBroken();
      yield* parser.push(read.value);
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

function rejectBroken(cause?: unknown): never {
  throw new ApiError({ status: 0, code: 'broken_off', message: 'The stream broke off.' }, { cause });
}
