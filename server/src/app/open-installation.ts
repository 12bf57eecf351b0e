import { listMigrations } from '../platform/backup/catalogue.ts';
import type { Config, Settings } from '../platform/config.ts';
import { startMigrated } from '../platform/create-database.ts';
import { hasDatabase } from '../platform/data-dir.ts';
import { openDatabase, type Database } from '../platform/database.ts';
import { StartError } from '../platform/errors.ts';
import { findNewer, migrate, refuseNewer } from '../platform/migrate.ts';
import { readMigrations } from '../platform/migrations.ts';
import { settleSecretKey } from '../platform/settle-secret-key.ts';
import { requireSharedFolder } from '../platform/storage/index.ts';

/** The database of an installation, and the configuration with its secret key. */
export interface Installation {
  readonly config: Config;
  readonly database: Database;
}

/** What a command does with an installation. */
interface Use {
  /** It reads or writes stored files. */
  readonly files: boolean;
  /** It works with the tables of an older version, too. */
  readonly older: boolean;
  /** It creates an installation if there is none. */
  readonly create: boolean;
}

/**
 * Opens the database of an installation for a command, which does not migrate it: servers do.
 * @throws StartError if there is none, if it is of an older version, or if the secret key or the folder of the files is
 * another one.
 */
export async function openInstallation(settings: Settings, { files, older, create }: Use): Promise<Installation> {
  const isNewFolder = create && settings.databaseUrl === undefined && !hasDatabase(settings.dataDir);
  const database = await openDatabase(settings, isNewFolder ? startMigrated : undefined);
  try {
    const isNew = isNewFolder || (create && (await listMigrations(database.sql)).length === 0);
    if (isNew) await migrate(database);
    else await requireInstallation(settings, database);
    if (!older) await requireCurrent(database);
    const secretKey = await settleSecretKey(settings, database, { mayCreate: isNew });
    if (files) await requireSharedFolder(settings, database);
    return { config: { ...settings, secretKey }, database };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Throws a StartError if no server has ever used the database. */
export async function requireInstallation(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  { sql }: Database,
): Promise<void> {
  if ((await listMigrations(sql)).length > 0) return;
  throw new StartError(
    databaseUrl === undefined
      ? `DATA_DIR: ${dataDir} has no installation; start the server once, or set DATA_DIR to the folder of one`
      : 'DATABASE_URL: the database has no installation; start the server once, or set DATABASE_URL to the database of one',
  );
}

/** Throws a StartError if a newer version has updated an embedded database. */
export async function requireNotNewer({ sql, embedded }: Database): Promise<void> {
  if (!embedded) return;
  const newer = findNewer(new Set(await listMigrations(sql)), await readMigrations());
  if (newer !== undefined) throw refuseNewer(newer);
}

async function requireCurrent(database: Database): Promise<void> {
  await requireNotNewer(database);
  const applied = new Set(await listMigrations(database.sql));
  const lacking = (await readMigrations()).find(({ name }) => !applied.has(name));
  if (lacking === undefined) return;
  throw new StartError(
    `The database is of an older version of Portico (it lacks ${lacking.name}): start the server of this version, which ` +
      'updates it, or run the command of that version',
  );
}
