import { RequestError } from './errors.ts';
import { createSseParser } from './sse.ts';
import type { SseEvent } from './sse.ts';

export interface LiveOptions {
  /** Opens the stream after the event named; rejects with RequestError. */
  open(lastEventId: string | null, signal: AbortSignal): Promise<Response>;
  lastEventId: string | null;
  onEvent(event: SseEvent): void;
  onState(state: 'online' | 'reconnecting'): void;
  /** The session is over (401, 404); nothing is tried again. */
  onEnd(error: RequestError): void;
  /** Nothing comes through: no first byte, or one failure after the other. It goes on trying until it is stopped. */
  onStuck?(): void;
}

export interface Live {
  /** The server can be reached, as something else has shown: whoever waits before he tries again tries now. */
  hurry(): void;
  stop(): void;
}

/** A stream with no byte for this long is dead: the server sends a ping every 15 s (contract section 7). */
const SILENCE_MS = 40_000;
const LONGEST_WAIT_MS = 15_000;
/** The server writes as soon as it answers; a proxy that keeps its first bytes this long keeps all of them. */
const FIRST_BYTE_MS = 8_000;
const MOST_FAILURES = 3;

/**
 * Reads a session's events for as long as it is asked to, through every lost connection: it resumes with
 * Last-Event-ID and hands on each event once. Coming back online, to the tab, or from sleep reconnects at once.
 */
export function startLive(options: LiveOptions): Live {
  const stopped = new AbortController();
  let lastEventId = options.lastEventId;
  let attempt: AbortController | null = null;
  let lastByteAt = Date.now();
  let wake: () => void = () => {};

  const isStale = () => Date.now() - lastByteAt > SILENCE_MS;
  const watchdog = setInterval(() => isStale() && attempt?.abort(), 5_000);
  const hurry = () => {
    wake();
    if (isStale()) attempt?.abort();
  };
  const wakers = [
    [globalThis, 'online'],
    [globalThis, 'pageshow'],
    [document, 'visibilitychange'],
    [document, 'resume'],
  ] as const;
  for (const [target, name] of wakers) target.addEventListener(name, hurry);

  async function readOnce(signal: AbortSignal): Promise<number> {
    const impatience = setTimeout(() => options.onStuck?.(), FIRST_BYTE_MS);
    signal.addEventListener('abort', () => clearTimeout(impatience));
    const response = await options.open(lastEventId, signal).catch((error: unknown) => {
      clearTimeout(impatience);
      throw error;
    });
    options.onState('online');
    lastByteAt = Date.now();
    const parser = createSseParser();
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      clearTimeout(impatience);
      if (done) return parser.retry ?? 2_000;
      lastByteAt = Date.now();
      for (const event of parser.push(value ?? '')) {
        if (signal.aborted) return 0;
        if (event.id !== null && !isAfter(event.id, lastEventId)) continue;
        options.onEvent(event);
        if (event.id !== null) lastEventId = event.id;
      }
    }
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!stopped.signal.aborted) {
      attempt = new AbortController();
      let wait = 0;
      const before = lastEventId;
      try {
        wait = await readOnce(AbortSignal.any([stopped.signal, attempt.signal]));
        failures = 0;
        // A stream that ended in order after it brought something is opened again without delay.
        if (lastEventId !== before) wait = 100;
      } catch (error) {
        if (stopped.signal.aborted) return;
        if (error instanceof RequestError && [401, 403, 404].includes(error.status)) {
          options.onEnd(error);
          return;
        }
        failures = lastEventId === before ? failures + 1 : 1;
        wait = waitAfter(failures, error);
        if (failures === MOST_FAILURES) options.onStuck?.();
      }
      if (stopped.signal.aborted) return;
      options.onState('reconnecting');
      await sleep(wait);
    }
  }

  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  void run();
  return {
    hurry,
    stop() {
      stopped.abort();
      clearInterval(watchdog);
      for (const [target, name] of wakers) target.removeEventListener(name, hurry);
      wake();
    },
  };
}

/** Doubles from 300 ms to 15 s with a jitter, so that a restarted server isn't met by everyone at once. */
function waitAfter(failures: number, error: unknown): number {
  if (error instanceof RequestError && error.retryAfter !== null) return error.retryAfter * 1000;
  const ceiling = Math.min(LONGEST_WAIT_MS, 300 * 2 ** (failures - 1));
  return ceiling * (0.5 + Math.random() / 2);
}

/** Ids number the events of a thread (contract section 8). */
export function isAfter(id: string, last: string | null): boolean {
  if (last === null) return true;
  return Number(id) > Number(last) || (Number.isNaN(Number(id)) && id !== last);
}
