import type { Transaction } from '../../../platform/database.ts';
import { type LeaseKey, LeaseLost } from '../../../platform/leases/lease.ts';
import type { PersonasPlatform } from '../personas-platform.ts';
import type { TaskRow } from '../tasks/tasks.sql.ts';
import type { Budget } from './budget.ts';
import { lockHeld } from './tasks.claims.sql.ts';

/** A task while this process works on it. */
export interface TaskRun {
  readonly platform: PersonasPlatform;
  readonly task: TaskRow;
  readonly held: LeaseKey;
  readonly budget: Budget;
  /** Fires when the task is cancelled, taken over or handed back. */
  readonly signal: AbortSignal;
  /** Fires then, and when the working time is used up: for work that can be repeated later. */
  readonly deadlineSignal: AbortSignal;
  /** Whether the task is tried again later if it can't continue now because of another server. */
  readonly mayRetry: boolean;
  /** True once the task is to be handed back before its next model call, for the task of another workspace. */
  readonly isGivingWay: () => boolean;
}

/** One write of a held task: nothing is written if the lease is lost. Throws LeaseLost. */
export async function withLease<T>(
  { platform, held }: Pick<TaskRun, 'platform' | 'held'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return platform.database.transaction(async (tx) => {
    await requireLease(tx, held);
    return work(tx);
  });
}

/** Throws LeaseLost in a transaction that must write nothing then. */
export async function requireLease(tx: Transaction, held: LeaseKey): Promise<void> {
  if (!(await lockHeld(tx, held))) throw new LeaseLost();
}
