import { afterAll } from 'vitest';
import { startMovableClock } from './movable-clock.ts';

export interface TestClock {
  /** Moves the clock forward by milliseconds; timers are not affected. */
  forward(ms: number): void;
  /** Moves the clock to the beginning of the next UTC minute, so that a window of a minute has just started. */
  toNextMinute(): void;
}

const dayMs = 86_400_000;
const maxFileMs = 600_000;

/**
 * A clock that the tests of a file advance instead of waiting. It is reset for the next file. Just before the end of a
 * UTC day, it starts with the next day, so that the counts of a day don't begin again in the middle of a test.
 */
export function useClock(): TestClock {
  const { forward, now, restore } = startMovableClock();
  const left = dayMs - (now() % dayMs);
  if (left < maxFileMs) forward(left);
  afterAll(restore);
  return { forward, toNextMinute: () => forward(60_000 - (now() % 60_000)) };
}
