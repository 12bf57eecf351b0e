import type { Log } from '../log.ts';
import type { HeldLease, Lease } from './lease.ts';

/** What may be claimed now. */
export interface ClaimCapacity {
  /** Rows in all. */
  readonly limit: number;
  /** Rows that one group may have at a time in this process. */
  readonly share: number;
  /** How many each group has here already. */
  readonly busy: ReadonlyMap<string, number>;
  /**
   * Rows that run here. They are not taken, even if their leases have run out because this process was suspended: it
   * continues with them, and nobody died.
   */
  readonly running: readonly string[];
  /** Whether a row that processes died over may be among them; never more than one. */
  readonly suspects: boolean;
}

/** Where a row's work is done. */
export interface Turn {
  /** Fires when the row is to be let go; its reason is a LeaseLost, or what `explainLoss` returned. */
  readonly signal: AbortSignal;
  /** `listener` is called when something has happened that the work may wait for. */
  onWake(listener: () => Promise<void>): void;
}

/** What a feature brings to its leased worker. The first four are queries of its `<name>.claims.sql.ts`. */
export interface LeasePorts<Claimed extends Lease> {
  /** What the rows are, for the log: `execution`. */
  readonly name: string;
  readonly log: Log;
  /** Rows that one process works on at the same time. */
  readonly slots: number;
  /** Of which to one group; the rest is left to the others. */
  readonly share: number;
  /** True if the end of a row may make another one due. */
  readonly looksAfterEach?: true;
  /** Who shares the slots fairly: a row's workspace, or its receiver. */
  groupOf(claimed: Claimed): string;
  /** Takes due rows, the groups in turn. */
  claim(capacity: ClaimCapacity): Promise<readonly Claimed[]>;
  /** Of these leases the ones that are still held; `extend` makes them last from now. */
  renew(leases: readonly Claimed[], extend: boolean): Promise<readonly HeldLease[]>;
  /** Gives a row back, to be taken again after `afterMs`; does nothing if it is another's by now. */
  release(claimed: Claimed, afterMs: number): Promise<void>;
  /** Makes every held row due; only called by a process that is alone with the database. */
  releaseAll(): Promise<void>;
  /** Does the work, and writes its end under the lease. Returns when to look again, in ms since the epoch, if known. */
  run(claimed: Claimed, turn: Turn): Promise<number | undefined>;
  /** Ends a row as failed: too many processes died over it, or the database refuses what comes of it. */
  fail(claimed: Claimed, reason: FailReason): Promise<void>;
  /** Why a lease is gone, if it isn't another process that has it. */
  explainLoss?(claimed: Claimed): Promise<Error | undefined>;
}

export type FailReason = 'interrupted' | 'unstorable';
