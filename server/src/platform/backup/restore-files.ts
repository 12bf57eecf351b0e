import type { Database } from '../database.ts';
import { FileLost, StartError } from '../errors.ts';
import { isOutage } from '../is-outage.ts';
import { readMigrations } from '../migrations.ts';
import { removeEach, reserveGiven, type Storage } from '../storage/index.ts';
import { listMigrations, listStorageKeys } from './catalogue.ts';
import type { Backup } from './open-backup.ts';

/** The files of a backup in the storage of an installation. */
export interface RestoredFiles {
  /**
   * Stores them before the rows: a file without a row does no harm, but a row without its file would. If the process dies
   * before the rows are written, a sweep removes what the current data doesn't know; in a new database, the next attempt
   * stores the files again.
   */
  store(): Promise<void>;
  /** After a failure: removes what was stored and the data doesn't know. It would fill the disk for good. */
  undo(error: unknown): Promise<void>;
}

export function createRestoredFiles(
  { database, storage }: { readonly database: Pick<Database, 'sql'>; readonly storage: Storage },
  backup: Pick<Backup, 'fileKeys' | 'openFile'>,
): RestoredFiles {
  /** Keys of which the storage had nothing. Other files may be what remains of an installation without its database. */
  const added: string[] = [];
  const listUnknown = async (keys: readonly string[]): Promise<string[]> => {
    const known = new Set(await listStorageKeys(database.sql));
    return keys.filter((key) => !known.has(key));
  };
  return {
    async store() {
      const unknown = new Set(await listUnknown(backup.fileKeys));
      const canReserve = await isMigrated(database);
      for (const key of backup.fileKeys) {
        if (unknown.has(key) && (await isLacking(storage, key))) {
          if (canReserve) await reserveGiven(database.sql, [key]);
          added.push(key);
        }
        await storage.putBack(key, await backup.openFile(key)).catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          throw new StartError(`The file ${key} of the backup can't be stored: ${reason}`, { cause: error });
        });
      }
    },
    async undo(error) {
      // The connection may have been lost during the COMMIT, which then takes effect, or not.
      if (added.length > 0 && !isOutage(error)) await removeEach(storage, await listUnknown(added));
    },
  };
}

/** Of other faults, the attempt to store something reports the reason. */
async function isLacking(storage: Storage, key: string): Promise<boolean> {
  try {
    (await storage.open(key)).destroy();
    return false;
  } catch (error) {
    return error instanceof FileLost;
  }
}

/** An older version may have no table for what is yet to be removed. */
async function isMigrated({ sql }: Pick<Database, 'sql'>): Promise<boolean> {
  const applied = new Set(await listMigrations(sql));
  return (await readMigrations()).every(({ name }) => applied.has(name));
}
