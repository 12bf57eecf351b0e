import type { Response } from 'express';
import type { EventRecord } from './event-log.ts';
import { onAbort } from './on-abort.ts';
import { type SseEvent, SseWriter } from './sse-writer.ts';

export type { SseEvent };

/** Milliseconds between the heartbeats of a stream. */
export const heartbeatMs = 15_000;
/** One shared reason: creating an exception with its stack for each stream that ends is slow. */
const over = new DOMException('The stream is over.', 'AbortError');

/** Sends one event. If it returns a promise, wait for it before the next one: the client is slow. */
export type Send = (event: SseEvent | EventRecord) => Promise<unknown> | undefined;

/** Returned by a route to stream events instead of a body. */
export class EventStream {
  readonly run: (send: Send, signal: AbortSignal) => Promise<void>;
  /** Additional headers beside those of every stream. */
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent before the first event; empty in the protocols of others, whose clients may only know `data:` lines. */
  readonly beginning: string;

  /**
   * `run` is called once the headers are sent, and the stream ends when it resolves; its signal fires when the client
   * disconnects or the server stops.
   */
  constructor(
    run: (send: Send, signal: AbortSignal) => Promise<void>,
    { headers = {}, beginning = 'retry: 2000\n\n' }: Partial<Pick<EventStream, 'headers' | 'beginning'>> = {},
  ) {
    this.run = run;
    this.headers = headers;
    this.beginning = beginning;
  }

  /** The stream of the records that `open` yields. */
  static of(open: (signal: AbortSignal) => AsyncIterable<SseEvent | EventRecord>): EventStream {
    return new EventStream(async (send, signal) => {
      for await (const event of open(signal)) {
        await send(event);
        if (signal.aborted) return;
      }
    });
  }

  /** The same stream as other readers may see it; records for which `present` returns undefined are left out. */
  map(present: (event: SseEvent | EventRecord) => SseEvent | EventRecord | undefined): EventStream {
    return new EventStream(async (send, signal) =>
      this.run((event) => {
        const shown = present(event);
        return shown && send(shown);
      }, signal),
    );
  }
}

/**
 * Writes a stream of Server-Sent Events until it ends, the client disconnects or a signal fires (heartbeat, retry and
 * cache headers from docs/reference/streams.md#server-sent-events). A stream ends with any of the signals.
 */
export async function sendEvents(
  response: Response,
  stream: EventStream,
  signals: readonly AbortSignal[],
): Promise<void> {
  // If the client left while the response was prepared, no later event would report it.
  if (response.destroyed || signals.some(({ aborted }) => aborted)) return;
  const headers = {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    'X-Accel-Buffering': 'no',
    Connection: 'keep-alive',
    ...stream.headers,
  };
  // Node ignores what is written in response to a HEAD, and would send even the headers only when the stream ends.
  if (response.req.method === 'HEAD') {
    response.writeHead(200, headers).end();
    return;
  }
  const gone = new AbortController();
  // Stored in a variable, because it is read for every event of thousands of readers.
  let isOver = false;
  const stop = (): void => {
    isOver = true;
    gone.abort(over);
  };
  response.on('close', stop);
  const forget = signals.map((signal) => onAbort(signal, stop));
  response.writeHead(200, headers);
  if (stream.beginning === '') response.flushHeaders();
  else response.write(stream.beginning);
  const writer = new SseWriter(response);
  const heartbeat = setInterval(() => writer.ping(), heartbeatMs);
  try {
    await stream.run((event) => {
      return isOver || writer.write(event) ? undefined : writer.drain(gone.signal);
    }, gone.signal);
  } finally {
    clearInterval(heartbeat);
    for (const one of forget) one();
    stop();
    response.end();
  }
}
