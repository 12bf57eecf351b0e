import type { Response } from 'express';
import type { EventRecord } from './event-log.ts';
import { onAbort } from './on-abort.ts';

const heartbeatMs = 15_000;
/** A client that has taken nothing for so long is cut off; it resumes with Last-Event-ID. */
const stuckMs = 30_000;
/** One reason for all: making an exception with its stack for each stream that ends takes its time. */
const over = new DOMException('The stream is over.', 'AbortError');

/** An event to send; without an id it doesn't move the client's place (like `connected`). */
export interface SseEvent {
  readonly id?: number;
  readonly event: string;
  readonly text: string;
}

/** Sends one event. A promise is to be waited for before the next one: the client takes its time. */
export type Send = (event: SseEvent | EventRecord) => Promise<unknown> | undefined;

/** What a route answers to stream events instead of a body. */
export class EventStream {
  readonly run: (send: Send, signal: AbortSignal) => Promise<void>;

  /**
   * `run` is called once the headers are out, and the stream ends when it resolves; its signal fires when the client is
   * gone or the server stops.
   */
  constructor(run: (send: Send, signal: AbortSignal) => Promise<void>) {
    this.run = run;
  }

  /** The stream of what `open` yields. */
  static of(open: (signal: AbortSignal) => AsyncIterable<SseEvent | EventRecord>): EventStream {
    return new EventStream(async (send, signal) => {
      for await (const event of open(signal)) {
        await send(event);
        if (signal.aborted) return;
      }
    });
  }

  /** The same stream as others may see it; what `present` answers nothing for is left out. */
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
 * Writes a stream of Server-Sent Events until it ends, the client goes away or `signal` fires
 * (WHATWG HTML section 9.2; heartbeat, retry and cache headers from contract section 7).
 */
export async function sendEvents(response: Response, stream: EventStream, signal: AbortSignal): Promise<void> {
  // Who went while the answer was prepared would never be heard going.
  if (response.destroyed || signal.aborted) return;
  const gone = new AbortController();
  // A variable, because it is asked for with every event of thousands of readers.
  let isOver = false;
  const stop = (): void => {
    isOver = true;
    gone.abort(over);
  };
  response.on('close', stop);
  const forget = onAbort(signal, stop);
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    'X-Accel-Buffering': 'no',
    Connection: 'keep-alive',
  });
  response.write('retry: 2000\n\n');
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': ping\n\n');
  }, heartbeatMs);
  try {
    await stream.run((event) => {
      if (isOver || response.write(formatEvent(event))) return undefined;
      return untilDrained(response, gone.signal);
    }, gone.signal);
  } finally {
    clearInterval(heartbeat);
    forget();
    stop();
    response.end();
  }
}

const formatted = new WeakMap<object, Buffer>();

/** The bytes of one event; made once for all who read it. */
function formatEvent(event: SseEvent | EventRecord): Buffer {
  let bytes = formatted.get(event);
  if (bytes === undefined) {
    bytes = Buffer.from(
      `${event.id === undefined ? '' : `id: ${event.id}\n`}event: ${event.event}\ndata: ${event.text}\n\n`,
    );
    formatted.set(event, bytes);
  }
  return bytes;
}

/** Resolves once the client has taken what was written, or is gone; who takes nothing for long is cut off. */
async function untilDrained(response: Response, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      clearTimeout(timer);
      response.off('drain', settle);
      signal.removeEventListener('abort', settle);
      resolve();
    };
    const timer = setTimeout(() => {
      response.destroy();
      settle();
    }, stuckMs);
    response.once('drain', settle);
    signal.addEventListener('abort', settle);
  });
}
