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
  /** True if its work has been asked to end by itself, and has left its slot to another row. */
  isGivingWay = false;
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

  async wake(): Promise<void> {
    this.looksAfter = true;
    await this.#onWake?.();
  }

  /** Ends the work for another row. Returns whether it ends by itself; otherwise it has been aborted. */
  giveWay(): boolean {
    if (this.#onReplaced === undefined) {
      this.stop.abort(new LeaseLost('handed-back'));
      return false;
    }
    this.isGivingWay = true;
    this.#onReplaced();
    return true;
  }
}
