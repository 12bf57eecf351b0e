import type { Log } from './log.ts';

/** What was opened under a permission: its signal fires once the permission is gone, and `stop` ends the watch. */
export interface AccessLease {
  readonly signal: AbortSignal;
  stop(): void;
}

/** One lease for what needs all of these. */
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
  /** What is watched, for the log. */
  readonly name: string;
  /** The state of each of these as it is now; what is gone is left out. */
  readonly find: (ids: readonly string[]) => Promise<ReadonlyMap<string, State>>;
  readonly log: Log;
  readonly stopping: AbortSignal;
}

/** Between two looks. What is taken away is noticed by every process within two seconds. */
const everyMs = 1_000;
/** Looks at a database that is away, after which everything that is open is ended: nobody knows what still holds. */
const maxMissedMs = 60_000;

const gone = new DOMException('What allowed this was taken away.', 'AbortError');

/**
 * Ends what is open (streams, sockets) when what allowed it is revoked, expires or is narrowed, in any process that
 * happened: the rows of all that is watched are read every second, in one query for each kind of permission.
 */
export class AccessWatch<State> {
  readonly #options: AccessWatchOptions<State>;
  readonly #watchers = new Map<string, Set<Watcher<State>>>();
  #timer: NodeJS.Timeout | undefined;
  #lastLook = Date.now();

  constructor(options: AccessWatchOptions<State>) {
    this.#options = options;
    options.stopping.addEventListener('abort', () => clearInterval(this.#timer));
  }

  /** Watches one permission for as long as `holds` is true of its state, undefined if it is gone. */
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
    this.#lastLook = Date.now();
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
    // Those that come while the rows are read have just been let in.
    const watched = [...this.#watchers].map(([id, watchers]) => [id, [...watchers]] as const);
    try {
      const states = await find(watched.map(([id]) => id));
      this.#lastLook = Date.now();
      for (const [id, watchers] of watched) {
        const state = states.get(id);
        for (const { holds, end } of watchers) if (!holds(state)) end();
      }
    } catch (error) {
      log.warn({ err: error, watch: name }, 'permissions could not be looked at');
      if (Date.now() - this.#lastLook < maxMissedMs) return;
      for (const [, watchers] of watched) for (const { end } of watchers) end();
    }
  }
}
