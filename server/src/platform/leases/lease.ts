/** A row held by a process. Every later claim has a higher token, and only writes with the newest token count. */
export interface Lease {
  readonly id: string;
  readonly lease_token: number;
  /** Number of processes in a row that died while holding it, without any progress. */
  readonly broken_off: number;
}

/** The key that fences a write. */
export type LeaseKey = Pick<Lease, 'id' | 'lease_token'>;

/** A held row as `renew` finds it. */
export interface HeldLease {
  readonly id: string;
  /** True if an event that it may wait for has happened since it was claimed. */
  readonly woken?: boolean;
}

/**
 * The lease is lost or about to be: nothing may be written under it any more. `handed-back` if this process stops and
 * gives the row back, `taken` if another process has it.
 */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  readonly reason: 'taken' | 'handed-back';

  constructor(reason: 'taken' | 'handed-back' = 'taken') {
    super(`the lease is ${reason}`);
    this.reason = reason;
  }
}
