import type { Lease } from './lease.ts';
import type { LeasedWorker } from './leased-worker.ts';

/**
 * Where a feature's services find this process's worker while it runs, without importing it: they wake it, or have it
 * begin what they have just claimed.
 */
export class LocalWorker<Claimed extends Lease> {
  #current: LeasedWorker<Claimed> | undefined;

  /** The worker, undefined if this process has no worker role or its worker has stopped. */
  get current(): LeasedWorker<Claimed> | undefined {
    return this.#current;
  }

  attach(worker: LeasedWorker<Claimed>): void {
    this.#current = worker;
  }

  detach(): void {
    this.#current = undefined;
  }
}
