import { StoreUnavailable } from '../errors.ts';
import { isOutage } from '../is-outage.ts';
import type { Log } from '../log.ts';
import type { Pause } from './ports.ts';
import { pauseAfterFaultMs } from './timings.ts';

/** Of a row that this process only gives to another. */
export const handedBack: Pause = { afterMs: 0, isFault: false };

/** An outage is logged at most once in this time. */
const quietMs = 60_000;

/** The first outage may be over at once, as after a failover. Later ones must not repeat the same work all the time. */
const pausesMs = [0, 500, 1_000, 2_000, 4_000, 8_000];
/** Nobody waits much longer than this after the end of an outage. */
const maxPauseMs = 15_000;

/** Rows of which one process remembers outages; others may have been claimed elsewhere since. */
const maxRemembered = 1_000;

/** The outages of our own stores during the rows of a worker: how long each row pauses, and why rows wait. */
export class Outages {
  readonly #log: Log;
  readonly #name: string;
  /** Outages in a row, by the row's id. */
  readonly #counts = new Map<string, number>();
  #loggedAt = -Infinity;

  constructor({ log, name }: { readonly log: Log; readonly name: string }) {
    this.#log = log;
    this.#name = name;
  }

  /** The pause of a row that an error stopped: longer after each outage in a row. */
  pauseAfter(id: string, error: unknown): Pause {
    if (!isOutage(error)) {
      this.forget(id);
      return { afterMs: pauseAfterFaultMs, isFault: true };
    }
    this.#logOnce(error);
    const count = this.#counts.get(id) ?? 0;
    if (this.#counts.size >= maxRemembered) this.#counts.clear();
    this.#counts.set(id, count + 1);
    return { afterMs: pausesMs[count] ?? maxPauseMs, isFault: false };
  }

  /** A row has run without an outage. */
  forget(id: string): void {
    this.#counts.delete(id);
  }

  /** Without requests, nothing else would name a store that is unavailable. */
  #logOnce(error: unknown): void {
    const now = performance.now();
    if (now - this.#loggedAt < quietMs) return;
    this.#loggedAt = now;
    const reason = error instanceof StoreUnavailable ? error.cause : error;
    this.#log.error({ err: reason }, `${this.#name}: work waits for a store that is unavailable`);
  }
}
