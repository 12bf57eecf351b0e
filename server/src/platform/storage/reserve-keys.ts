import { randomUUID } from 'node:crypto';
import type { Sql, Transaction } from '../database.ts';
import { StoreUnavailable } from '../errors.ts';
import { insertReservedKeys, takeReservedKeys } from './files-to-remove.sql.ts';

/**
 * New keys for bytes that are yet to be stored. If nobody takes them within a day, such as because the process has died,
 * a sweep removes their bytes.
 */
export async function reserveKeys(sql: Sql, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => randomUUID());
  if (count > 0) await insertReservedKeys(sql, keys);
  return keys;
}

/** The same for keys that exist already and that no row names, such as those of a backup's files. */
export async function reserveGiven(sql: Sql, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await insertReservedKeys(sql, keys);
}

/** Takes reserved keys in the transaction whose rows name them. Throws 503 if a sweep may have removed their bytes. */
export async function takeReserved(tx: Transaction, keys: readonly string[]): Promise<void> {
  if (keys.length === 0 || (await takeReservedKeys(tx, keys))) return;
  const cause = new Error('the upload took so long that its bytes may have been removed');
  throw new StoreUnavailable('The file storage is temporarily unavailable.', cause);
}
