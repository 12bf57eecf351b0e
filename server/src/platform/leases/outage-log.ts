import { StoreUnavailable } from '../errors.ts';
import { isOutage } from '../is-outage.ts';
import type { Log } from '../log.ts';

/** Each row that an outage stops is tried again twice a second. */
const quietMs = 60_000;

/** Logs why rows wait: without requests, nothing else would name a store that is unavailable. */
export class OutageLog {
  readonly #log: Log;
  readonly #name: string;
  #loggedAt = -Infinity;

  constructor({ log, name }: { readonly log: Log; readonly name: string }) {
    this.#log = log;
    this.#name = name;
  }

  /** Whether an error that stopped a row is an outage of one of our own stores. Logs it, at most once a minute. */
  isOutage(error: unknown): boolean {
    if (!isOutage(error)) return false;
    const now = performance.now();
    if (now - this.#loggedAt < quietMs) return true;
    this.#loggedAt = now;
    const reason = error instanceof StoreUnavailable ? error.cause : error;
    this.#log.error({ err: reason }, `${this.#name}: work waits for a store that is unavailable`);
    return true;
  }
}
