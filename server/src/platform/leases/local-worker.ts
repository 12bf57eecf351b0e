import type { Lease } from './lease.ts';
import type { LeasedWorker } from './leased-worker.ts';

/**
 * The place where a feature's services find this process's worker while it runs, without importing it: they wake it, or
 * let it start rows that they have just claimed.
 */
export class LocalWorker<Claimed extends Lease> {
  #current: LeasedWorker<Claimed> | undefined;

  /** The worker, undefined if this process has no worker role or its worker is stopping. */
  get current(): LeasedWorker<Claimed> | undefined {
    return this.#current;
  }

  /** Starts this process's worker, and returns what stops it. `isAlone` if no other process can be. */
  start(worker: LeasedWorker<Claimed>, { isAlone }: { isAlone: boolean }): () => Promise<void> {
    this.#current = worker;
    worker.start({ isAlone });
    return async () => {
      this.#current = undefined;
      await worker.stop();
    };
  }
}
