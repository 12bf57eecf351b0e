import { limitTime } from './limit-time.ts';
import { parseEvents, type ParsedBlock } from './parse-events.ts';
import { PorticoError } from './portico-error.ts';
import { type Connection, notPorticos } from './send.ts';
import { backOff, wait } from './wait.ts';

/** An event with its number in the stream; `connected` has none. */
export interface StreamEvent {
  readonly id?: number;
  readonly event: string;
  readonly data: unknown;
}

export interface Following {
  /** Opens the stream after an event, or at its default start. */
  readonly open: (lastEventId: number | undefined, signal: AbortSignal) => Promise<Response>;
  /** Names of the known events; others are skipped. */
  readonly known: ReadonlySet<string>;
  /** Names of the terminal events; undefined for a stream without an end. */
  readonly ends: readonly string[] | undefined;
  readonly lastEventId?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const defaultPauseMs = 2_000;
const maxPauseMs = 30_000;
/** A connection without a byte for this long is lost: the server sends a comment every 15 s. */
const maxSilenceMs = 40_000;

/**
 * The events of a stream, each once and in order, over as many connections as necessary: a broken or silent one is
 * reopened after the last event received, after a pause that grows while nothing arrives, or after Retry-After. Ends with
 * the stream's last event.
 * @throws PorticoError if the server rejects the request, is unreachable for `maxReconnects` attempts, or wants a longer
 * pause than `maxRetryDelayMs`; the signal's reason when it fires.
 */
export async function* followEvents(
  { reconnectMs, maxReconnects, maxRetryDelayMs }: Connection,
  { open, known, ends, lastEventId, signal }: Following,
): AsyncGenerator<StreamEvent, void, undefined> {
  const stop = new AbortController();
  const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  let last = lastEventId;
  let pauseMs = reconnectMs ?? defaultPauseMs;
  let greeted = false;
  try {
    for (let failures = 0, silent = 0; ; failures += 1) {
      let askedMs = 0;
      const silence = new AbortController();
      try {
        const response = await endIfSilent(open(last, AbortSignal.any([either, silence.signal])), silence);
        failures = 0;
        silent += 1;
        for await (const block of parseEvents(bodyOf(response), async (read) => endIfSilent(read, silence))) {
          if (block.retry !== undefined) pauseMs = reconnectMs ?? block.retry;
          if (block.event === undefined || (block.id !== undefined && block.id <= (last ?? 0))) continue;
          if (block.id === undefined && greeted) continue;
          if (block.id === undefined) greeted = true;
          else {
            last = block.id;
            silent = 0;
          }
          if (known.has(block.event)) yield toEvent(block, block.event);
          if (ends?.includes(block.event) === true) return;
        }
        // Two complete responses without a new event: the stream had ended before the requested event.
        if (ends !== undefined && silent >= 2) return;
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof PorticoError && !error.isTemporary) throw error;
        if (error instanceof PorticoError) askedMs = (error.retryAfter ?? 0) * 1_000;
        if (failures >= maxReconnects || askedMs > maxRetryDelayMs) throw error;
        silent = 0;
      }
      await wait(Math.max(askedMs, backOff(failures, pauseMs, maxPauseMs)), either);
    }
  } finally {
    stop.abort();
  }
}

/** What comes of a step of a connection, which `silence` ends if it takes too long. */
async function endIfSilent<T>(step: Promise<T>, silence: AbortController): Promise<T> {
  return limitTime(step, silence, maxSilenceMs, 'Nothing arrived from the server for too long.');
}

/** @throws PorticoError if the response isn't an event stream: its end would look like the end of the stream. */
function bodyOf(response: Response): ReadableStream<Uint8Array> {
  const { body, headers } = response;
  if (body === null || headers.get('content-type')?.startsWith('text/event-stream') !== true)
    throw notPorticos(response);
  return body;
}

function toEvent({ id, data }: ParsedBlock, event: string): StreamEvent {
  return { ...(id === undefined ? {} : { id }), event, data: JSON.parse(data ?? 'null') };
}
