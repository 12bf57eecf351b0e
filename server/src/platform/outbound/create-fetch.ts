import { OutboundError } from './outbound-error.ts';
import { parseUrl } from './parse-url.ts';
import type { Limits, OutboundResponse, StreamOptions } from './outbound.ts';

type Open = (url: string, options: StreamOptions) => Promise<OutboundResponse<AsyncIterable<Uint8Array>>>;

// Fetch standard: a Response of these statuses has no body.
const bodiless = new Set([204, 205, 304]);

/** A `fetch` that goes out by the same door, for libraries that take one. Its streams end at the limits, too. */
export function createFetch(open: Open, limits: Limits): typeof fetch {
  return async (input, init) => {
    // Checked before Request sees it, which refuses credentials with words of its own.
    parseUrl(input instanceof Request ? input.url : input);
    const request = new Request(input, init);
    const body = request.body ? new Uint8Array(await request.arrayBuffer()) : null;
    const leaving = new AbortController();
    const answer = await open(request.url, {
      ...limits,
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body,
      signal: AbortSignal.any([request.signal, leaving.signal]),
      followRedirects: request.redirect === 'follow',
    });
    if (request.redirect === 'error' && answer.status >= 300 && answer.status < 400)
      throw new OutboundError('too_many_redirects', 'The address redirects, which was not wanted.');
    const stream = toStream(answer.body, () => leaving.abort());
    // The body is decoded already, so its former encoding and length would mislead.
    const { 'content-encoding': _, 'content-length': __, ...headers } = answer.headers;
    return new Response(bodiless.has(answer.status) ? null : stream, { status: answer.status, headers });
  };
}

/** `leave` ends a read that is under way, which the iterator's own return() would wait for. */
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
