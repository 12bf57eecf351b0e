import type { Log } from './log.ts';

/**
 * Access that was opened under a permission: its signal fires once the permission is revoked, and `stop` ends the
 * watch.
 */
export interface AccessLease {
  readonly signal: AbortSignal;
  stop(): void;
}

/** Combines several of these into one. */
export function joinLeases(leases: readonly AccessLease[]): AccessLease {
  return {
    signal: AbortSignal.any(leases.map(({ signal }) => signal)),
    stop: () => {
      for (const lease of leases) lease.stop();
    },
  };
}

interface Watcher<State> {
  readonly holds: (state: State | undefined) => boolean;
  readonly end: () => void;
}

interface AccessWatchOptions<State> {
  /** The kind of permission, for the log. */
  readonly name: string;
  /** The current state of each of these; permissions that no longer exist are left out. */
  readonly find: (ids: readonly string[]) => Promise<ReadonlyMap<string, State>>;
  readonly log: Log;
  readonly stopping: AbortSignal;
}

/** Time between two checks. Every process notices a revoked permission within two seconds. */
const everyMs = 1_000;
/** Time since the last successful check after which everything open is closed: permissions can no longer be verified. */
const maxMissedMs = 60_000;

const gone = new DOMException('What allowed this was taken away.', 'AbortError');

/**
 * Closes streams and sockets when the permission behind them is revoked, expires or is narrowed, in whichever process
 * that happened: the rows of all watched permissions are read every second, in one query for each kind of permission.
 */
export class AccessWatch<State> {
  readonly #options: AccessWatchOptions<State>;
  readonly #watchers = new Map<string, Set<Watcher<State>>>();
  #timer: NodeJS.Timeout | undefined;
  #lastLook = performance.now();

  constructor(options: AccessWatchOptions<State>) {
    this.#options = options;
    options.stopping.addEventListener('abort', () => clearInterval(this.#timer));
  }

  /**
   * Watches one permission for as long as `holds` accepts its state, which is undefined if the permission no longer
   * exists.
   */
  watch(id: string, holds: (state: State | undefined) => boolean): AccessLease {
    const ended = new AbortController();
    const stop = (): void => {
      const all = this.#watchers.get(id);
      all?.delete(watcher);
      if (all?.size === 0) this.#watchers.delete(id);
      if (this.#watchers.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
    const end = (): void => {
      stop();
      ended.abort(gone);
    };
    const watcher: Watcher<State> = { holds, end };
    const known = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, known.add(watcher));
    this.#start();
    return { signal: ended.signal, stop };
  }

  #start(): void {
    if (this.#timer !== undefined || this.#options.stopping.aborted) return;
    this.#lastLook = performance.now();
    let isLooking = false;
    this.#timer = setInterval(() => {
      if (isLooking) return;
      isLooking = true;
      void this.#look().finally(() => {
        isLooking = false;
      });
    }, everyMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const { find, log, name } = this.#options;
    // Watches added while the rows are read were checked when they were opened.
    const watched = [...this.#watchers].map(([id, watchers]) => [id, [...watchers]] as const);
    try {
      const states = await find(watched.map(([id]) => id));
      this.#lastLook = performance.now();
      for (const [id, watchers] of watched) {
        const state = states.get(id);
        for (const { holds, end } of watchers) if (!holds(state)) end();
      }
    } catch (error) {
      log.warn({ err: error, watch: name }, 'permissions could not be checked');
      if (performance.now() - this.#lastLook < maxMissedMs) return;
      for (const [, watchers] of watched) for (const { end } of watchers) end();
    }
  }
}
