/** A row in the hands of a process. Every later claim has a higher token, and only the newest one's writes count. */
export interface Lease {
  readonly id: string;
  readonly lease_token: number;
  /** Processes in a row that died over it without any progress. */
  readonly broken_off: number;
}

/** What fences a write. */
export type LeaseKey = Pick<Lease, 'id' | 'lease_token'>;

/** A held row as `renew` finds it. */
export interface HeldLease {
  readonly id: string;
  /** True if something that it may wait for has happened since it was claimed. */
  readonly woken?: boolean;
}

/**
 * Another process has the row, or is to have it: nothing of it may be written any more. `handed-back` if this process
 * stops and gives it back, `taken` if it is another's already.
 */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  readonly reason: 'taken' | 'handed-back';

  constructor(reason: 'taken' | 'handed-back' = 'taken') {
    super(`the lease is ${reason}`);
    this.reason = reason;
  }
}
