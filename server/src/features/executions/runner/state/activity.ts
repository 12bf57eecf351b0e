/**
 * Counts a run's activities other than waiting, and reports when only waits are left. The count may be zero between two
 * promises of one chain, so the run is idle only if it is still zero a turn of the event loop later.
 */
export class Activity {
  #count = 0;
  readonly #onIdle: () => void;

  constructor(onIdle: () => void) {
    this.#onIdle = onIdle;
  }

  get isIdle(): boolean {
    return this.#count === 0;
  }

  enter(): void {
    this.#count += 1;
  }

  leave(): void {
    this.#count -= 1;
    if (this.#count > 0) return;
    setImmediate(() => {
      if (this.#count === 0) this.#onIdle();
    });
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Awaits `wait` without counting as active. The caller must be counted as active. */
  async pause<T>(wait: () => Promise<T>): Promise<T> {
    this.leave();
    try {
      return await wait();
    } finally {
      this.enter();
    }
  }
}
