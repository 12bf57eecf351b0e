import type { Transaction } from '../database.ts';
import type { Platform } from '../platform.ts';
import {
  deleteFilesToRemove,
  insertFilesToRemove,
  listFilesToRemove,
  postponeFilesToRemove,
} from './files-to-remove.sql.ts';
import { removeEach } from './remove-each.ts';

interface Parts {
  readonly database: Pick<Platform['database'], 'sql'>;
  readonly storage: Pick<Platform['storage'], 'remove'>;
  readonly log: Platform['log'];
}

/** The number of keys that one sweep tries. */
const sweptKeys = 1_000;

/**
 * Removes bytes that no row names any more. What named them is gone for good, so a failure changes nothing for the
 * caller: their keys are recorded first, and the sweep removes what remains. Only if the database is unavailable as well,
 * the keys are logged, and the operator can remove them from the storage.
 */
export async function removeUnused(parts: Parts, keys: readonly (string | null)[]): Promise<void> {
  const { database, storage, log } = parts;
  const unused = [...new Set(keys.filter((key) => key !== null))];
  if (unused.length === 0) return;
  const isRecorded = await insertFilesToRemove(database.sql, unused).then(
    () => true,
    () => false,
  );
  const { left, fault } = await removeEach(storage, unused);
  if (isRecorded) {
    if (left.length > 0) log.warn({ err: fault, count: left.length }, 'unused files are removed later');
    // If this fails, the sweep removes them a second time, which does no harm.
    await forgetRemoved(parts, unused, left).catch((error: unknown) =>
      log.warn({ err: error }, 'files are removed again'),
    );
  } else if (left.length > 0) {
    log.error({ err: fault, storage_keys: left }, 'bytes of which no row knows were not removed');
  }
}

/**
 * Records the keys in the transaction that deletes the rows that named them: if the process dies before it calls
 * `removeUnused`, the sweep removes their bytes.
 */
export async function recordUnused(tx: Transaction, keys: readonly (string | null)[]): Promise<void> {
  const unused = keys.filter((key) => key !== null);
  if (unused.length > 0) await insertFilesToRemove(tx, unused);
}

/** Forgets the reserved keys under which nothing was stored; if that fails, the sweep does it. */
export async function forgetReserved(
  parts: Parts,
  reserved: readonly string[],
  kept: readonly string[],
): Promise<void> {
  await forgetRemoved(parts, reserved, kept).catch((error: unknown) =>
    parts.log.warn({ err: error }, 'reserved keys are forgotten later'),
  );
}

/** Removes the bytes that could not be removed before, and those of keys that nobody has taken. */
export async function removeLeftFiles(parts: Parts): Promise<void> {
  const { database, storage, log } = parts;
  const keys = await listFilesToRemove(database.sql, sweptKeys);
  if (keys.length === 0) return;
  const { left, fault } = await removeEach(storage, keys);
  if (left.length > 0) log.warn({ err: fault, count: left.length }, 'unused files are removed later');
  await forgetRemoved(parts, keys, left);
  await postponeFilesToRemove(database.sql, left);
}

/** Forgets recorded keys whose bytes were removed, all but those that are left. */
export async function forgetRemoved(
  { database }: Pick<Parts, 'database'>,
  keys: readonly string[],
  left: readonly string[],
): Promise<void> {
  const remaining = new Set(left);
  await deleteFilesToRemove(
    database.sql,
    keys.filter((key) => !remaining.has(key)),
  );
}
