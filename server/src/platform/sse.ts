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

/** What a route answers to stream events instead of a body. */
export class EventStream {
  readonly open: (signal: AbortSignal) => AsyncIterable<SseEvent | EventRecord>;

  /** `open` is called once the headers are out; its signal fires when the client is gone or the server stops. */
  constructor(open: (signal: AbortSignal) => AsyncIterable<SseEvent | EventRecord>) {
    this.open = open;
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
  const stop = (): void => gone.abort(over);
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
    for await (const event of stream.open(gone.signal)) {
      if (gone.signal.aborted) break;
      if (!response.write(formatEvent(event)) && !(await hasDrained(response, gone.signal))) break;
    }
  } finally {
    clearInterval(heartbeat);
    forget();
    gone.abort(over);
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

async function hasDrained(response: Response, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (drained: boolean): void => {
      clearTimeout(timer);
      response.off('drain', onDrain);
      signal.removeEventListener('abort', onAbort);
      resolve(drained);
    };
    const onDrain = (): void => settle(true);
    const onAbort = (): void => settle(false);
    const timer = setTimeout(() => {
      response.destroy();
      settle(false);
    }, stuckMs);
    response.once('drain', onDrain);
    signal.addEventListener('abort', onAbort);
  });
}
