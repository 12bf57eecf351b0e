import type { Database, Transaction } from '../database.ts';
import type { Platform } from '../platform.ts';
import { removeLater, removeUnused } from './remove-unused.ts';
import { MaybeKept } from './storage.ts';

/**
 * Stores bytes, then runs `work` in a transaction that writes the rows that name their keys (in the order of `stores`;
 * null for a store without bytes), because a transaction must not wait for storage. If anything can't be stored, or
 * once it is certain that the transaction was rolled back, the bytes are removed, also those that the storage may have
 * kept although it reported nothing. If the outcome is unknown, they are kept: a row without bytes would be worse than
 * bytes of which no row knows. No sweep collects those; they stay in the storage until its operator removes them.
 */
export async function commitStored<Key extends string | null, T>(
  platform: {
    readonly database: Database;
    readonly storage: Pick<Platform['storage'], 'remove'>;
    log: Platform['log'];
  },
  stores: readonly (() => Promise<Key>)[],
  work: (tx: Transaction, keys: readonly Key[]) => Promise<T>,
): Promise<T> {
  const stored = await Promise.allSettled(stores.map(async (store) => store()));
  const keys = stored.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
  const remove = async (): Promise<void> => removeUnused(platform, keys);
  const faults: unknown[] = stored.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
  if (faults.length > 0) {
    await remove();
    await removeLater(
      platform,
      faults.filter((fault) => fault instanceof MaybeKept).map(({ key }) => key),
    );
    throw faults[0];
  }
  return transactOrUndo(platform.database, async (tx) => work(tx, keys), remove);
}

/**
 * Runs `work` in a transaction, and `undo` if it fails and was certainly rolled back: `work` itself failed, so that no
 * COMMIT was sent, or the database refused the COMMIT. A connection that is lost during the COMMIT proves neither.
 */
export async function transactOrUndo<T>(
  database: Pick<Database, 'transaction'>,
  work: (tx: Transaction) => Promise<T>,
  undo: () => Promise<void>,
): Promise<T> {
  let isCommitting = false;
  try {
    return await database.transaction(async (tx) => {
      const result = await work(tx);
      isCommitting = true;
      return result;
    });
  } catch (error) {
    if (!isCommitting || isRefusal(error)) await undo();
    throw error;
  }
}

/** SQLSTATE classes of a lost connection and of a server that stops, and the state of a commit that nobody knows. */
const unknownOutcomes = /^(08|57P|40003)/;

/** Whether an error of a COMMIT is the database's statement that it has rolled back. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== 'PostgresError') return false;
  const { code, severity } = error as Error & { code?: string; severity?: string };
  return severity === 'ERROR' && code !== undefined && !unknownOutcomes.test(code);
}
