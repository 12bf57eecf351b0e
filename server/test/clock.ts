import { afterAll } from 'vitest';
import { startMovableClock } from './movable-clock.ts';

export interface TestClock {
  /** Moves the clock forward by milliseconds; timers are not affected. */
  forward(ms: number): void;
  /** Moves the clock to the beginning of the next UTC minute, so that a window of a minute has just started. */
  toNextMinute(): void;
}

/** A clock that the tests of a file advance instead of waiting. It is reset for the next file. */
export function useClock(): TestClock {
  const { forward, now, restore } = startMovableClock();
  afterAll(restore);
  return { forward, toNextMinute: () => forward(60_000 - (now() % 60_000)) };
}
