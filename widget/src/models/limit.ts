import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';

export interface Limit {
  /** Seconds left to wait; 0 when nothing holds. */
  readonly seconds: ReadonlySignal<number>;
  start(seconds: number, then: () => void): void;
  stop(): void;
}

/** Counts a rate limit down and goes on by itself. Counted against the clock: timers sleep with the laptop. */
export function createLimit(): Limit {
  const seconds = signal(0);
  let timer: ReturnType<typeof setInterval> | undefined;

  function stop(): void {
    clearInterval(timer);
    seconds.value = 0;
  }

  return {
    seconds,
    stop,
    start(wait, then) {
      clearInterval(timer);
      const until = Date.now() + wait * 1000;
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
