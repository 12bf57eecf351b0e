import { afterAll } from 'vitest';

/** The clock of this process, and so of the server and the PGlite in it. */
export interface TestClock {
  /** Moves the clock forward, in milliseconds; timers run as before. */
  forward(ms: number): void;
  /** Moves the clock to the beginning of the next UTC minute, so that windows of a minute are new and whole. */
  toNextMinute(): void;
}

/** A clock that the tests of a file move instead of waiting. It is right again for the next file. */
export function useClock(): TestClock {
  const real = globalThis.Date;
  let offsetMs = 0;
  const now = (): number => real.now() + offsetMs;
  globalThis.Date = new Proxy(real, {
    construct: (target, words, newTarget) => Reflect.construct(target, words.length === 0 ? [now()] : words, newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  afterAll(() => {
    globalThis.Date = real;
  });
  const forward = (ms: number): void => {
    offsetMs += ms;
  };
  return { forward, toNextMinute: () => forward(60_000 - (now() % 60_000)) };
}
