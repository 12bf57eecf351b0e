/**
 * Counts what a run does besides waiting, and says when nothing is left but waits. The count may touch zero between
 * two promises of one chain, so idle is only what still is zero a turn of the event loop later.
 */
export class Activity {
  #count = 0;
  readonly #onIdle: () => void;

  constructor(onIdle: () => void) {
    this.#onIdle = onIdle;
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

  /** Waits for `wait` as one who does nothing meanwhile. The caller must be inside. */
  async pause<T>(wait: () => Promise<T>): Promise<T> {
    this.leave();
    try {
      return await wait();
    } finally {
      this.enter();
    }
  }
}
