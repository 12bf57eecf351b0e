import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { OutboundError } from '../../../platform/outbound/index.ts';

/**
 * Maximum lines of a stream of events: each message has two or three, and takes the client far longer to read than the
 * server to write.
 */
const maxLines = 10_000;
/** Maximum messages of a batch, which the client reads without a pause. */
const maxBatch = 100;
const lineFeed = 10;
const carriageReturn = 13;

/**
 * A `fetch` for an MCP client that refuses large batches, and whose streams of events break off after 10,000 lines, which
 * is reported to `onExcess`. A stream that ends without the answer to its request ends with an error for it: the client
 * would wait for one until the request has timed out.
 */
export function limitMessages(fetch: typeof globalThis.fetch, onExcess: (error: OutboundError) => void): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const type = response.headers.get('content-type') ?? '';
    if (/^application\/json\b/i.test(type)) return limitBatch(response);
    if (!/^text\/event-stream\b/i.test(type)) return response;
    const { status, headers } = response;
    const body = response.body.pipeThrough(limitLines(onExcess));
    const id = requestIdOf(init?.body);
    return new Response(id === undefined ? body : endWithAnswer(body, id), { status, headers });
  };
}

async function limitBatch(response: Response): Promise<Response> {
  const { status, headers } = response;
  const text = await response.text();
  const batch: unknown = /^\s*\[/.test(text) ? JSON.parse(text) : undefined;
  if (Array.isArray(batch) && batch.length > maxBatch) throw tooMany();
  return new Response(text, { status, headers });
}

function limitLines(onExcess: (error: OutboundError) => void): TransformStream<Uint8Array, Uint8Array> {
  let lines = 0;
  return new TransformStream({
    transform(bytes, controller) {
      for (const byte of bytes) if (byte === lineFeed || byte === carriageReturn) lines += 1;
      if (lines <= maxLines) return controller.enqueue(bytes);
      const error = tooMany();
      controller.error(error);
      onExcess(error);
    },
  });
}

/** The id of the request that is sent; undefined for a notification. */
function requestIdOf(body: unknown): string | number | undefined {
  if (typeof body !== 'string') return undefined;
  return z.object({ id: z.union([z.string(), z.number()]) }).safeParse(JSON.parse(body)).data?.id;
}

/** Appends an error for the request. If its answer was in the stream, the client ignores a second one. */
function endWithAnswer(stream: ReadableStream<Uint8Array>, id: string | number): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  const error = { code: ErrorCode.InternalError, message: 'The response of the server ended without an answer.' };
  const last = `\n\nevent: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, error })}\n\n`;
  return new ReadableStream({
    async pull(controller) {
      const read = await reader.read().catch(() => undefined);
      if (read?.value !== undefined) return controller.enqueue(read.value);
      controller.enqueue(new TextEncoder().encode(last));
      controller.close();
    },
    cancel: async (reason) => reader.cancel(reason),
  });
}

function tooMany(): OutboundError {
  return new OutboundError('too_large', 'The server sent too many messages.');
}
