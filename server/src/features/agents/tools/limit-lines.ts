import { OutboundError } from '../../../platform/outbound/index.ts';

/**
 * Maximum lines of a stream of events: each message has two or three, and takes the client far longer to read than the
 * server to write.
 */
const maxLines = 10_000;
const lineFeed = 10;
const carriageReturn = 13;

/** A `fetch` whose streams of events break off after 10,000 lines, which is reported to `onExcess`. */
export function limitLines(fetch: typeof globalThis.fetch, onExcess: (error: OutboundError) => void): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
    if (!isStream || response.body === null) return response;
    let lines = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        for (const byte of bytes) if (byte === lineFeed || byte === carriageReturn) lines += 1;
        if (lines <= maxLines) return controller.enqueue(bytes);
        const error = new OutboundError('too_large', 'The server sent too many messages.');
        controller.error(error);
        onExcess(error);
      },
    });
    const { status, headers } = response;
    return new Response(response.body.pipeThrough(counter), { status, headers });
  };
}
