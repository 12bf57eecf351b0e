/** The clock of this process, including the server and the PGlite in it. */
export interface MovableClock {
  /** Moves the clock forward by milliseconds; timers are not affected. */
  forward(ms: number): void;
  now(): number;
  /** Resets the clock to the real time. */
  restore(): void;
}

/** Replaces this process' clock by one that can be moved. */
export function startMovableClock(): MovableClock {
  const real = globalThis.Date;
  let offsetMs = 0;
  const now = (): number => real.now() + offsetMs;
  globalThis.Date = new Proxy(real, {
    construct: (target, words, newTarget) => Reflect.construct(target, words.length === 0 ? [now()] : words, newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  return {
    now,
    forward(ms) {
      offsetMs += ms;
    },
    restore() {
      globalThis.Date = real;
    },
  };
}
