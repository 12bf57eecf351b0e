/** The clock of this process, and so of the server and the PGlite in it. */
export interface MovableClock {
  /** Moves the clock forward, in milliseconds; timers run as before. */
  forward(ms: number): void;
  now(): number;
  /** Sets the clock right again. */
  restore(): void;
}

/** Puts a clock that can be moved in the place of this process' own. */
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
