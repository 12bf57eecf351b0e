import { OutboundError } from './outbound-error.ts';
import { parseUrl } from './parse-url.ts';
import type { OutboundResponse, StreamOptions } from './outbound.ts';

type Open = (url: string, options: StreamOptions) => Promise<OutboundResponse<AsyncIterable<Uint8Array>>>;

// Fetch standard: a Response with one of these statuses has no body.
const bodiless = new Set([204, 205, 304]);

/** A `fetch` that opens its streams with `open`, for libraries that accept one. */
export function createFetch(open: Open): typeof fetch {
  return async (input, init) => {
    // Checked before Request, which rejects credentials with its own message.
    parseUrl(input instanceof Request ? input.url : input);
    const request = new Request(input, init);
    const body = request.body ? new Uint8Array(await request.arrayBuffer()) : null;
    const leaving = new AbortController();
    const answer = await open(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body,
      signal: AbortSignal.any([request.signal, leaving.signal]),
      followRedirects: request.redirect === 'follow',
    });
    if (request.redirect === 'error' && answer.status >= 300 && answer.status < 400)
      throw new OutboundError('too_many_redirects', 'The address redirects, but redirects are not followed.');
    const stream = toStream(answer.body, () => leaving.abort());
    // The body is already decoded, so its original encoding and length would be misleading.
    const { 'content-encoding': _, 'content-length': __, ...headers } = answer.headers;
    return new Response(bodiless.has(answer.status) ? null : stream, { status: answer.status, headers });
  };
}

/** `leave` cancels a pending read; the iterator's own return() would wait for it. */
function toStream(body: AsyncIterable<Uint8Array>, leave: () => void): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const result = await iterator.next();
      if (result.done) controller.close();
      else controller.enqueue(result.value);
    },
    cancel: leave,
  });
}
