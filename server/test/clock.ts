import { afterAll } from 'vitest';
import { startMovableClock } from './movable-clock.ts';

export interface TestClock {
  /** Moves the clock forward by milliseconds; timers are not affected. */
  forward(ms: number): void;
  /** Moves the clock to the beginning of the next UTC minute, so that a window of a minute has just started. */
  toNextMinute(): void;
}

const dayMs = 86_400_000;
const maxForwardMs = 600_000;
// The clock of a real server can't follow.
const isEmbedded = process.env['TEST_DATABASE_URL'] === undefined;

/**
 * A clock that the tests of a file advance instead of waiting. It is reset for the next file. Just before the end of a
 * UTC day, it starts with the next day, so that the counts of a day don't begin again when a test moves it.
 */
export function useClock(): TestClock {
  const { forward, now, restore } = startMovableClock();
  const left = dayMs - (now() % dayMs);
  if (isEmbedded && left < maxForwardMs) forward(left);
  afterAll(restore);
  return { forward, toNextMinute: () => forward(60_000 - (now() % 60_000)) };
}
