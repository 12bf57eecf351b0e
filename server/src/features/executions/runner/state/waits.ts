import { raceAbort } from '../../../../platform/race-abort.ts';

const maxTimerMs = 2_147_483_647;

interface Wait {
  /** Milliseconds since the epoch, null for never. */
  until: number | null;
  /** True for a node that waits (a delay, an approval), false for the backoff of a retry. */
  visible: boolean;
  resolve: () => void;
}

/** The waits of a run, by the path of the waiting node. */
export class Waits {
  readonly #waits = new Map<string, Wait>();
  readonly #limits = new Set<{ readonly at: number }>();

  /** Resolves at `until` or when `wake` is called for the path; rejects with the signal's reason. */
  async for(path: string, until: number | null, visible: boolean, signal: AbortSignal): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      this.#waits.set(path, { until, visible, resolve });
      if (until === null) return;
      // A run is suspended long before a wait that exceeds a timer's maximum; the timer must not fire early.
      timer = setTimeout(resolve, Math.min(maxTimerMs, Math.max(0, until - Date.now())));
    });
    try {
      await raceAbort(over, signal);
    } finally {
      clearTimeout(timer);
      this.#waits.delete(path);
    }
  }

  /** Waits for the next run of the execution, which is due at once; rejects with the signal's reason. */
  async forNextRun(path: string, signal: AbortSignal): Promise<void> {
    const forget = this.limit(Date.now());
    try {
      await this.for(path, null, false, signal);
    } finally {
      forget();
    }
  }

  wake(path: string): void {
    this.#waits.get(path)?.resolve();
  }

  /**
   * Adds a timeout, in milliseconds since the epoch, that limits waits inside of a node; returns the function that
   * removes it.
   */
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

  /** The first due time, in milliseconds since the epoch; Infinity for never. */
  get nextDue(): number {
    const ends = [...this.#waits.values()].map((wait) => wait.until ?? Infinity);
    return Math.min(Infinity, ...ends, ...[...this.#limits].map(({ at }) => at));
  }
}
