import type { Database, Transaction } from '../database.ts';
import type { Platform } from '../platform.ts';
import { forgetReserved, removeUnused } from './remove-unused.ts';
import { reserveKeys, takeReserved } from './reserve-keys.ts';
import { MaybeKept } from './storage.ts';

/**
 * Stores bytes under a reserved key and returns it; a bundle's import returns the key of bytes that it has stored before.
 */
export type Store = (key: string) => Promise<string>;

/**
 * Stores bytes, then runs `work` in a transaction that writes the rows that name their keys (in the order of `stores`),
 * because a transaction must not wait for storage. If anything can't be stored, or once it is certain that the
 * transaction was rolled back, the bytes are removed. If an outcome is unknown, of the storage or of the transaction, or
 * the process dies, a sweep removes those without a row: their keys are recorded as unused before anything is stored, and
 * that transaction takes them.
 */
export async function commitStored<T>(
  platform: {
    readonly database: Database;
    readonly storage: Pick<Platform['storage'], 'remove'>;
    log: Platform['log'];
  },
  stores: readonly Store[],
  work: (tx: Transaction, keys: readonly string[]) => Promise<T>,
): Promise<T> {
  const reserved = await reserveKeys(platform.database.sql, stores.length);
  const stored = await Promise.allSettled(stores.map(async (store, at) => store(reserved[at] ?? '')));
  const keys = stored.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
  const faults: unknown[] = stored.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
  if (faults.length > 0) {
    const maybeKept = faults.filter((fault) => fault instanceof MaybeKept).map(({ key }) => key);
    await removeUnused(platform, keys);
    await forgetReserved(platform, reserved, [...keys, ...maybeKept]);
    throw faults[0];
  }
  return transactOrUndo(
    platform.database,
    async (tx) => {
      // First, as `work` may record some of them as unused again.
      await takeReserved(tx, reserved);
      return work(tx, keys);
    },
    async () => removeUnused(platform, keys),
  );
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
