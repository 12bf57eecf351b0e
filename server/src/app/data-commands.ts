import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forgetIndexes } from '../features/knowledge-bases/index.ts';
import { listMigrations, listSequences, listTables } from '../platform/backup/catalogue.ts';
import { loadDatabase, refuseRunning } from '../platform/backup/load-database.ts';
import { type Backup, openBackup } from '../platform/backup/open-backup.ts';
import { readRows } from '../platform/backup/read-rows.ts';
import { createRestoredFiles } from '../platform/backup/restore-files.ts';
import { type Home, writeBackup } from '../platform/backup/write-backup.ts';
import { startMigrated } from '../platform/create-database.ts';
import type { Settings } from '../platform/config.ts';
import { closeDataDir, prepareDataDir } from '../platform/data-dir.ts';
import { openDatabase, type Database } from '../platform/database.ts';
import { StartError } from '../platform/errors.ts';
import { readMigrations } from '../platform/migrations.ts';
import { fingerprintKey, secretKeyPath } from '../platform/secret-key.ts';
import { acceptSecretKey, settleSecretKey } from '../platform/settle-secret-key.ts';
import {
  checkSharedFolder,
  createStorage,
  forgetRemoved,
  removeEach,
  requireSharedFolder,
} from '../platform/storage/index.ts';
import { openInstallation, requireInstallation, requireNotNewer } from './open-installation.ts';
import { version } from './version.ts';

/** `backup FILE`: returns what to print. */
export async function backUp(home: Home, path: string): Promise<string> {
  const started = performance.now();
  const { manifest, bytes } = await writeBackup(home, path);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const lines = [
    `${path}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.count} files, ${megabytes(bytes)}, ${seconds(started)}`,
  ];
  if (manifest.missing_files.length > 0) {
    lines.push(`${manifest.missing_files.length} files are not in the storage; manifest.json in the backup lists them`);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * `backup FILE` when no server is running on DATA_DIR. No migration runs, so a backup taken before an upgrade has the
 * old schema.
 */
export async function backUpAlone(settings: Settings, path: string): Promise<string> {
  const { config, database } = await openInstallation(settings, { files: true, older: true, create: false });
  try {
    const storage = await createStorage(config);
    try {
      return await backUp({ version, config, database, storage }, path);
    } finally {
      storage.close();
    }
  } finally {
    await database.close();
  }
}

/**
 * `secret-key accept`, after a loss of the key: returns what to print.
 * @throws StartError if a server is running, or there is no installation.
 */
export async function acceptKey(settings: Settings): Promise<string> {
  const database = await openDatabase(settings);
  try {
    await requireInstallation(settings, database);
    await refuseRunning(database);
    const key = settings.isKeyGiven ? 'SECRET_KEY' : secretKeyPath(prepareDataDir(settings.dataDir));
    if (!(await acceptSecretKey(settings, database))) return `${key} is the key of this installation already\n`;
    return (
      `${key} is now the key of this installation. What was encrypted with another one can't be read any more: rotate ` +
      'the secrets of webhooks and triggers, and enter the headers of tools and sources again\n'
    );
  } finally {
    await database.close();
  }
}

/**
 * `restore FILE [--replace]`: returns what to print.
 * @throws StartError if a server is running, the secret key differs, or there is data and `replace` is not set.
 */
export async function restore(config: Settings, path: string, replace: boolean): Promise<string> {
  const started = performance.now();
  const backup = await openBackup(path);
  try {
    const keptKey = await chooseKey(config, backup);
    const adminKey = await backup.readKey('admin-key');
    // The rows of an older backup need tables as they were then: its own migrations run, and afterwards the others.
    const isCurrent = (await readMigrations()).every(({ name }) => backup.manifest.migrations.includes(name));
    const database = await openDatabase(config, isCurrent ? startMigrated : undefined);
    let storage: Awaited<ReturnType<typeof createStorage>> | undefined;
    let left: string;
    try {
      if ((await listMigrations(database.sql)).length > 0) await requireSharedFolder(config, database);
      storage = await createStorage(config);
      const restored = createRestoredFiles({ database, storage }, backup);
      const { tables, migrations, sequences } = backup.manifest;
      const unusedKeys = await loadDatabase(
        database,
        {
          tables,
          migrations,
          sequences,
          readRows: (table) => backup.readRows(table),
          putFiles: restored.store,
        },
        replace,
        forgetIndexes,
      ).catch(async (error: unknown) => {
        await restored.undo(error).catch(() => undefined);
        throw error;
      });
      await checkSharedFolder({ ...config, role: 'all' }, database);
      if (keptKey !== undefined) await keep(config, 'secret-key', keptKey);
      if (adminKey !== undefined) await keep(config, 'admin-key', adminKey);
      left = await removeFiles({ config, database }, unusedKeys);
    } finally {
      await database.close();
      storage?.close();
    }
    closeDataDir(config.dataDir);
    const rows = backup.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return `Restored ${rows} rows and ${backup.manifest.files.count} files of ${backup.manifest.created_at}, ${seconds(started)}\n${left}`;
  } finally {
    backup.close();
  }
}

/**
 * `move DATABASE_URL [--replace]`: copies the embedded database to Postgres; its files and keys stay where they are.
 * @throws StartError if a server is running, a newer version has updated the database, or there is data in the target and
 * `replace` is not set.
 */
export async function move(config: Settings, target: string, replace: boolean): Promise<string> {
  if (config.databaseUrl !== undefined) {
    throw new StartError('DATABASE_URL: is set, but move copies the embedded database in DATA_DIR; unset it');
  }
  if (!/^postgres(ql)?:\/\//.test(target) || !URL.canParse(target))
    throw new StartError('The target must be a postgres:// address');
  const started = performance.now();
  const source = await openDatabase(config);
  try {
    await requireInstallation(config, source);
    await requireNotNewer(source);
    await settleSecretKey(config, source, { mayCreate: false });
    await requireSharedFolder(config, source);
    const database = await openDatabase({ databaseUrl: target, dataDir: config.dataDir });
    try {
      const { rows, unusedKeys } = await copyRows(source, database, replace);
      const left = await removeFiles({ config, database }, unusedKeys);
      return (
        `Copied ${rows} rows, ${seconds(started)}. Start the server with the same DATA_DIR and with DATABASE_URL set;\n` +
        `${join(config.dataDir, 'database')} is not used any more, and can be deleted when all is well.\n${left}`
      );
    } finally {
      await database.close();
    }
  } finally {
    await source.close();
  }
}

async function copyRows(
  source: Database,
  target: Database,
  replace: boolean,
): Promise<{ rows: number; unusedKeys: string[] }> {
  let count = 0;
  const unusedKeys = await source.snapshot(async (tx) => {
    const from = {
      migrations: await listMigrations(tx),
      tables: await listTables(tx),
      sequences: await listSequences(tx),
      async *readRows(table: Parameters<typeof readRows>[1]) {
        for await (const lines of readRows(tx, table)) {
          count += lines.length;
          yield lines;
        }
      },
    };
    return loadDatabase(target, from, replace, forgetIndexes);
  });
  return { rows: count, unusedKeys };
}

/** How many of the files that could not be removed are named. */
const maxNamed = 20;

/**
 * Removes the files of the data that was replaced. Its rows are gone by then, so a failure is only reported, and the
 * server tries again: returns what to print about it.
 */
async function removeFiles(
  { config, database }: { readonly config: Settings; readonly database: Database },
  keys: readonly string[],
): Promise<string> {
  if (keys.length === 0) return '';
  const { left, fault } = await removeFrom(config, keys).catch((error: unknown) => ({ left: keys, fault: error }));
  // If this fails, the server removes them a second time, which does no harm.
  await forgetRemoved({ database }, keys, left).catch(() => undefined);
  if (left.length === 0) return '';
  const named = left.slice(0, maxNamed);
  const more = left.length > maxNamed ? ` and ${left.length - maxNamed} more` : '';
  return `Files of the replaced data that could not be removed from the storage (${describe(fault)}): ${named.join(', ')}${more}\n`;
}

async function removeFrom(config: Settings, keys: readonly string[]) {
  const storage = await createStorage(config);
  try {
    return await removeEach(storage, keys);
  } finally {
    storage.close();
  }
}

/** Returns the key to write to DATA_DIR, or undefined if the current one is already right. */
async function chooseKey({ secretKey, isKeyGiven }: Settings, backup: Backup): Promise<string | undefined> {
  if (secretKey !== undefined && fingerprintKey(secretKey) === backup.manifest.key_fingerprint) return undefined;
  const key = await backup.readKey('secret-key');
  if (!isKeyGiven && key !== undefined && fingerprintKey(key.trim()) === backup.manifest.key_fingerprint) return key;
  throw new StartError(
    'SECRET_KEY: must be the key of the installation that was backed up: the value of SECRET_KEY there, or the content ' +
      'of secret-key in its DATA_DIR',
  );
}

async function keep({ dataDir }: Settings, name: 'secret-key' | 'admin-key', text: string): Promise<void> {
  const path = join(dataDir, name);
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
