import { onReturn, waitAfter } from './back-off.ts';
import { createEventParser } from './parse-events.ts';
import type { StreamEvent } from './parse-events.ts';

export interface FollowOptions {
  /** Opens the stream after the given event. Rejects if it can't be opened. */
  open(lastEventId: string | null, signal: AbortSignal): Promise<Response>;
  /** The last known event; it and earlier ones are not passed on. */
  lastEventId?: string | null;
  onEvent(event: StreamEvent): void;
  /** `reconnecting` also while the browser is offline: a stream whose network is gone stays open without an error. */
  onState(state: 'online' | 'reconnecting'): void;
  /** The meaning of a rejection of `open`: `over` ends the stream, a number is the server's delay in milliseconds. */
  judge(error: unknown): 'over' | number | null;
  /** The stream is over, according to `judge`. There are no more attempts. */
  onEnd(error: unknown): void;
  /** No data arrives: no first byte, or repeated failures. Attempts continue until `stop`. */
  onStuck?(): void;
  /** Called, and awaited, before each wait after a failure; `failures` is the number in a row. */
  onFailure?(failures: number): Promise<void> | void;
}

export interface Following {
  /** The server is known to be reachable: a wait before the next attempt ends now. */
  hurry(): void;
  stop(): void;
}

/** A stream without a byte for this long is dead: the server sends a comment every 15 s. */
const silenceMs = 40_000;
/**
 * The server writes as soon as it accepts the request; a proxy that buffers the first bytes this long buffers all of
 * them.
 */
const firstByteMs = 8_000;
const maxFailures = 3;
/** A stream that ends this soon without an event counts as failed, with any status. */
const minLifeMs = 5_000;
/** After a stream that ended normally, if the server sent no other delay. */
const pauseMs = 2_000;

/**
 * Follows a stream of Server-Sent Events until `stop`, through every lost connection: it is resumed with Last-Event-ID,
 * and each event is passed on once. Coming back online, to the tab, or from sleep reconnects immediately.
 */
export function followEvents(options: FollowOptions): Following {
  const stopped = new AbortController();
  let lastEventId = options.lastEventId ?? null;
  let attempt: AbortController | null = null;
  let lastByteAt = Date.now();
  let wake: () => void = () => {};

  const isStale = () => Date.now() - lastByteAt > silenceMs;
  const watchdog = setInterval(() => isStale() && attempt?.abort(), 5_000);
  const hurry = () => {
    wake();
    // Timers stop during a laptop's sleep: afterwards the clock shows that the stream is dead.
    if (isStale()) attempt?.abort();
  };
  // What was connected to before may be gone without a word.
  const restart = () => attempt?.abort();
  globalThis.addEventListener('online', restart);
  const onOffline = () => options.onState('reconnecting');
  globalThis.addEventListener('offline', onOffline);
  const stopListening = onReturn(hurry);

  /** Reads one stream to its end. Returns the server's delay in milliseconds. */
  async function readOnce(signal: AbortSignal): Promise<number> {
    const firstByte = setTimeout(() => options.onStuck?.(), firstByteMs);
    // The silence belonged to the previous stream; this one has its own timer.
    lastByteAt = Date.now();
    try {
      const response = await options.open(lastEventId, signal);
      if (signal.aborted) return 0;
      if (navigator.onLine) options.onState('online');
      lastByteAt = Date.now();
      const parser = createEventParser();
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      // A parser or listener may throw, and `stop` may come at any moment: the body must not stay open.
      signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined));
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        clearTimeout(firstByte);
        if (signal.aborted) return 0;
        // An incomplete event is dropped: it is repeated on resume.
        if (done) return parser.retry ?? pauseMs;
        lastByteAt = Date.now();
        for (const event of parser.push(value ?? '')) {
          if (signal.aborted) return 0;
          if (event.id !== null && !isAfter(event.id, lastEventId)) continue;
          options.onEvent(event);
          if (event.id !== null) lastEventId = event.id;
        }
      }
    } finally {
      clearTimeout(firstByte);
    }
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!stopped.signal.aborted) {
      attempt = new AbortController();
      const before = lastEventId;
      const openedAt = Date.now();
      let wait = 0;
      let hasFailed = false;
      try {
        wait = await readOnce(AbortSignal.any([stopped.signal, attempt.signal]));
        hasFailed = lastEventId === before && Date.now() - openedAt < minLifeMs;
        // A stream that ended normally after it sent something is reopened without delay.
        if (lastEventId !== before) wait = 100;
      } catch (error) {
        if (stopped.signal.aborted) return;
        const verdict = options.judge(error);
        if (verdict === 'over') {
          stop();
          options.onEnd(error);
          return;
        }
        hasFailed = true;
        wait = verdict ?? waitAfter(lastEventId === before ? failures + 1 : 1);
      }
      if (stopped.signal.aborted) return;
      failures = hasFailed ? (lastEventId === before ? failures + 1 : 1) : 0;
      if (failures === maxFailures) options.onStuck?.();
      options.onState('reconnecting');
      if (hasFailed) await options.onFailure?.(failures);
      if (!stopped.signal.aborted) await sleep(wait);
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

  function stop(): void {
    stopped.abort();
    clearInterval(watchdog);
    globalThis.removeEventListener('online', restart);
    globalThis.removeEventListener('offline', onOffline);
    stopListening();
    wake();
  }

  void run();
  return { hurry, stop };
}

/** Ids number the events of a stream; other ids can only be compared for equality. */
export function isAfter(id: string, last: string | null): boolean {
  if (last === null) return true;
  return Number(id) > Number(last) || (Number.isNaN(Number(id)) && id !== last);
}
