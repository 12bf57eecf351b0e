import { LeaseLost } from './lease.ts';
import type { Turn } from './ports.ts';

/** The work of this process on a claimed row. */
export class RunningTurn<Claimed> {
  readonly claimed: Claimed;
  readonly startedAt = Date.now();
  readonly stop = new AbortController();
  readonly done: Promise<void>;
  readonly end: () => void;
  /** An event happened during the turn that the turn may not have seen. */
  looksAfter = false;
  #isReplaced = false;
  #onWake: (() => Promise<void>) | undefined;
  #onReplaced: (() => void) | undefined;

  constructor(claimed: Claimed) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.claimed = claimed;
    this.done = promise;
    this.end = resolve;
  }

  get port(): Turn {
    return {
      signal: this.stop.signal,
      onWake: (listener) => (this.#onWake = listener),
      onReplaced: (listener) => (this.#onReplaced = listener),
    };
  }

  /** True if it has been asked to end, and has not done so yet. */
  get isEnding(): boolean {
    return this.#isReplaced || this.stop.signal.aborted;
  }

  async wake(): Promise<void> {
    this.looksAfter = true;
    await this.#onWake?.();
  }

  /** Asks the work to end, because another row has been claimed for its slot. */
  giveWay(): void {
    this.#isReplaced = true;
    if (this.#onReplaced === undefined) this.stop.abort(new LeaseLost('handed-back'));
    else this.#onReplaced();
  }
}
