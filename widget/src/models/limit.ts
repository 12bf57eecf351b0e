import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { RequestError } from '../transport/errors.ts';
import { toChatError } from '../transport/errors.ts';
import type { ChatError } from '../types.ts';

/** The limit that the visitor has to wait for. */
export interface Wait {
  /** Milliseconds since 1970. */
  until: number;
  error: ChatError;
}

export interface Limit {
  /** Seconds left to wait; 0 if nothing is limited. */
  readonly seconds: ReadonlySignal<number>;
  readonly wait: ReadonlySignal<Wait | null>;
  /** Waits as long as the error says, otherwise `defaultSeconds`, then calls `then`. */
  start(error: RequestError, defaultSeconds: number, then: () => void): void;
  stop(): void;
}

/** Counts down a rate limit and continues automatically. Based on the clock: timers stop while a laptop sleeps. */
export function createLimit(): Limit {
  const seconds = signal(0);
  const wait = signal<Wait | null>(null);
  let timer: ReturnType<typeof setInterval> | undefined;

  function stop(): void {
    clearInterval(timer);
    seconds.value = 0;
    wait.value = null;
  }

  return {
    seconds,
    wait,
    stop,
    start(error, defaultSeconds, then) {
      clearInterval(timer);
      const until = Date.now() + (error.retryAfter ?? defaultSeconds) * 1000;
      wait.value = { until, error: toChatError(error) };
      const tick = () => {
        seconds.value = Math.max(0, Math.ceil((until - Date.now()) / 1000));
        if (seconds.value > 0) return;
        stop();
        then();
      };
      timer = setInterval(tick, 250);
      tick();
    },
  };
}
