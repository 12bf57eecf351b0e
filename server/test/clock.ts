import { afterAll } from 'vitest';
import { startMovableClock } from './movable-clock.ts';

export interface TestClock {
  /** Moves the clock forward, in milliseconds; timers run as before. */
  forward(ms: number): void;
  /** Moves the clock to the beginning of the next UTC minute, so that windows of a minute are new and whole. */
  toNextMinute(): void;
}

/** A clock that the tests of a file move instead of waiting. It is reset for the next file. */
export function useClock(): TestClock {
  const { forward, now, restore } = startMovableClock();
  afterAll(restore);
  return { forward, toNextMinute: () => forward(60_000 - (now() % 60_000)) };
}
