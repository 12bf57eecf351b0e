import type { Log } from '../log.ts';
import type { HeldLease, Lease } from './lease.ts';
import type { Replacement } from './replace-one.ts';

/** The number of rows that may be claimed now. */
export interface ClaimCapacity {
  /** Total number of rows. */
  readonly limit: number;
  /** Maximum number of rows of one group in this process at a time. */
  readonly share: number;
  /** Number of rows of each group that are already running here. */
  readonly busy: ReadonlyMap<string, number>;
  /**
   * Rows that run here. They are not claimed, even if their leases have expired because this process was suspended: it
   * continues with them, and no process died.
   */
  readonly running: readonly string[];
  /** Whether a row during which processes died may be among them; never more than one. */
  readonly suspects: boolean;
}

/** The context in which a row's work runs. */
export interface Turn {
  /** Fires when the row has to be released; its reason is a LeaseLost, or the result of `explainLoss`. */
  readonly signal: AbortSignal;
  /** `listener` is called when an event has happened that the work may wait for. */
  onWake(listener: () => Promise<void>): void;
  /** `listener` is called when the work is to end soon, for that of another group. Without one, the signal fires at once. */
  onReplaced(listener: () => void): void;
}

/**
 * The functions that a feature provides to its leased worker. The first four are queries of its `<name>.claims.sql.ts`.
 */
export interface LeasePorts<Claimed extends Lease> {
  /** The kind of the rows, for the log: `execution`. */
  readonly name: string;
  readonly log: Log;
  /** Maximum number of rows that one process works on at the same time. */
  readonly slots: number;
  /** Maximum number of these for one group; the rest is left to the others. */
  readonly share: number;
  /** True if the end of a row may make another one due. */
  readonly looksAfterEach?: true;
  /** The group that shares the slots fairly: a row's workspace, or its receiver. */
  groupOf(claimed: Claimed): string;
  /** Claims due rows, with the groups in turn. */
  claim(capacity: ClaimCapacity): Promise<readonly Claimed[]>;
  /**
   * For work that takes long and can be continued: what `replaceOne` returns for the running rows, the first that
   * were started first. Those that are `ending`, up to `slots - share`, have been replaced already.
   */
  replace?(running: readonly Claimed[], ending: readonly Claimed[]): Promise<Replacement<Claimed> | undefined>;
  /** Returns those of these leases that are still held; `extend` makes them last from now. */
  renew(leases: readonly Claimed[], extend: boolean): Promise<readonly HeldLease[]>;
  /** Releases a row, to be claimed again after a pause; does nothing if another process holds it by now. */
  release(claimed: Claimed, pause: Pause): Promise<void>;
  /** Makes every held row due; only called by a process that is alone with the database. */
  releaseAll(): Promise<void>;
  /** Does the work, and writes its end under the lease. Returns when to look again, in ms since the epoch, if known. */
  run(claimed: Claimed, turn: Turn): Promise<number | undefined>;
  /**
   * Ends a row as failed: too many processes died while holding it, or the database refuses its result, with `error`.
   */
  fail(claimed: Claimed, reason: FailReason, error?: unknown): Promise<void>;
  /** The reason for a lost lease, if no other process has taken it. */
  explainLoss?(claimed: Claimed): Promise<Error | undefined>;
}

/** How long a released row is left alone. */
export interface Pause {
  readonly afterMs: number;
  /** Whether the row's own work failed, which may count as an attempt; an outage of a store never does. */
  readonly isFault: boolean;
}

export type FailReason = 'interrupted' | 'unstorable';
