import { raceAbort } from '../node/race-abort.ts';

const maxTimerMs = 2_147_483_647;

interface Wait {
  /** Milliseconds since the epoch, null for never. */
  until: number | null;
  /** True for a node that waits (a delay, an approval), false for a retry's backoff. */
  visible: boolean;
  resolve: () => void;
}

/** What a run waits for, by the path of the node that waits. */
export class Waits {
  readonly #waits = new Map<string, Wait>();
  readonly #limits = new Set<{ readonly at: number }>();

  /** Resolves at `until` or when `wake` is called for the path; rejects with the signal's reason. */
  async for(path: string, until: number | null, visible: boolean, signal: AbortSignal): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      this.#waits.set(path, { until, visible, resolve });
      if (until === null) return;
      // A longer wait than a timer holds suspends the run long before; the timer only must not fire early.
      timer = setTimeout(resolve, Math.min(maxTimerMs, Math.max(0, until - Date.now())));
    });
    try {
      await raceAbort(over, signal);
    } finally {
      clearTimeout(timer);
      this.#waits.delete(path);
    }
  }

  wake(path: string): void {
    this.#waits.get(path)?.resolve();
  }

  /** Notes a time-out, in milliseconds since the epoch, that bounds waits inside of a node; returns what forgets it. */
  limit(at: number): () => void {
    const limit = { at };
    this.#limits.add(limit);
    return () => void this.#limits.delete(limit);
  }

  get size(): number {
    return this.#waits.size;
  }

  /** True if a delay or an approval is among them. */
  get visible(): boolean {
    return [...this.#waits.values()].some((wait) => wait.visible);
  }

  /** The first moment that something is due, in milliseconds since the epoch; Infinity for never. */
  get nextDue(): number {
    const ends = [...this.#waits.values()].map((wait) => wait.until ?? Infinity);
    return Math.min(Infinity, ...ends, ...[...this.#limits].map(({ at }) => at));
  }
}
