import { renewDataId } from '../data-id.ts';
import type { Database, Sql, Transaction } from '../database.ts';
import { StartError } from '../errors.ts';
import { foreignTable, migrate, refuseForeign } from '../migrate.ts';
import { readMigrations } from '../migrations.ts';
import { recordUnused } from '../storage/index.ts';
import { toStorableJson } from '../storable-text.ts';
import {
  listMigrations,
  listSequences,
  listStorageKeys,
  hasUnusedKeys,
  listTables,
  takeUnusedKeys,
  type Table,
} from './catalogue.ts';
import { findRowChecks, quote, type RowChecks } from './row-checks.ts';

/** Where rows come from: a backup, or another database. */
export interface RowSource {
  readonly migrations: readonly string[];
  readonly tables: readonly Table[];
  readonly sequences: readonly { readonly name: string; readonly last_value: string }[];
  /** The rows of a table as JSON objects, in batches. */
  readRows(table: Table): AsyncIterable<readonly string[]>;
  /** Stores what the rows refer to, before any row is written. Not called if the database is refused. */
  putFiles?(): Promise<void>;
}

/**
 * Fills a database with all rows of `source` and brings it up to the newest migration. The rows are written in one
 * transaction: a failure leaves the database unchanged. Returns the storage keys of the files that only the replaced rows
 * know, which are recorded to be removed.
 * @throws StartError if the database is in use, holds data that `replace` does not allow to delete, or is newer than
 * `source`; and, with the name of the table, if its rows can't be read or written.
 */
export async function loadDatabase(
  database: Database,
  source: RowSource,
  replace: boolean,
  /** Corrects, in the same transaction, values in rows that refer to the database they came from. */
  correct: (tx: Transaction) => Promise<void>,
): Promise<string[]> {
  await refuseNewer(source);
  await refuseUsed(database, source, replace);
  await source.putFiles?.();
  await migrate(database, (name) => source.migrations.includes(name));
  const { unusedKeys, isRecorded } = await database.transaction(async (tx) => {
    const tables = await listTables(tx);
    // All of them are emptied.
    const foreign = tables.find(({ name }) => !source.tables.some((own) => own.name === name));
    if (foreign !== undefined) throw foreignTable(foreign.name);
    const names = tables.map(({ name }) => quote(name));
    // A server that starts now waits, instead of writing to a database that is being filled.
    await tx.unsafe(`LOCK TABLE ${names.join(', ')} IN ACCESS EXCLUSIVE MODE`);
    // One that was started while the files were stored would continue with other rows, or may have written something.
    await refuseRunning({ sql: tx, embedded: database.embedded });
    if (!replace) await refuseData(tx);
    const replaced = [...(await listStorageKeys(tx)), ...(await takeUnusedKeys(tx))];
    await empty(tx, names);
    const checks = await findRowChecks(tx);
    for (const table of source.tables) {
      await namingTable(table.name, async () => fillTable(tx, table, source.readRows(table), checks));
    }
    for (const { table, statement } of checks.listRestoring())
      await namingTable(table, async () => tx.unsafe(statement));
    for (const { name, last_value: value } of source.sequences) {
      await tx`SELECT setval(to_regclass(${`public.${quote(name)}`}), ${value}::bigint)`;
    }
    await correct(tx);
    // The queue may have jobs of the replaced data, such as a deletion of what has just been restored.
    await renewDataId(tx);
    const kept = new Set(await listStorageKeys(tx));
    const unused = replaced.filter((key) => !kept.has(key));
    // If they are not removed now, such as because the process dies, a sweep does it. Older versions have no list of them.
    const canRecord = await hasUnusedKeys(tx);
    if (canRecord) await recordUnused(tx, unused);
    return { unusedKeys: unused, isRecorded: canRecord };
  });
  await migrate(database);
  if (!isRecorded) await database.transaction(async (tx) => recordUnused(tx, unusedKeys));
  return unusedKeys;
}

/** Empties the tables and restarts their sequences. In a new database this would only make new files for each. */
async function empty(tx: Transaction, names: readonly string[]): Promise<void> {
  if (await isLikeNew(tx, names)) return;
  await tx.unsafe(`TRUNCATE ${names.join(', ')} RESTART IDENTITY`);
}

/** In a larger database without rows, a failed attempt or deleted rows have left files that only emptying removes. */
const maxBytesOfNew = 1024 * 1024;

/** True if there is nothing to empty. */
async function isLikeNew(tx: Transaction, names: readonly string[]): Promise<boolean> {
  const hasRows = names.map((name) => `EXISTS (SELECT 1 FROM ${name})`).join(' OR ');
  const [used] = await tx.unsafe(`SELECT 1 WHERE ${hasRows}`);
  if (used !== undefined || (await listSequences(tx)).length > 0) return false;
  const [size] = await tx<{ bytes: number }[]>`
    SELECT sum(pg_relation_size(oid) + COALESCE(pg_relation_size(NULLIF(reltoastrelid, 0)), 0))::float8 AS bytes
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`;
  return size !== undefined && size.bytes < maxBytesOfNew;
}

/** Reports a failure as one line with the name of the table, which the operator needs to find its cause. */
async function namingTable(table: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The database is unchanged: the rows of the table ${table} can't be written (${reason})`, {
      cause: error,
    });
  }
}

async function refuseNewer({ migrations }: RowSource): Promise<void> {
  const known = new Set((await readMigrations()).map(({ name }) => name));
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new StartError(
    `The backup was made by a newer version of Portico (it has ${unknown}): restore it with that one`,
  );
}

/** Throws a StartError if another process is connected to a database on a server; an embedded one has its lock. */
export async function refuseRunning({ sql, embedded }: { sql: Sql; embedded: boolean }): Promise<void> {
  if (embedded) return;
  const [other] = await sql`
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'portico' AND pid <> pg_backend_pid() LIMIT 1`;
  if (other !== undefined) throw new StartError('A server is running on this database: stop it first');
}

async function refuseUsed(database: Database, source: RowSource, replace: boolean): Promise<void> {
  const { sql } = database;
  await refuseRunning(database);
  const applied = await listMigrations(sql);
  if (applied.length === 0) return refuseForeign(database);
  const newer = applied.find((name) => !source.migrations.includes(name));
  if (newer !== undefined) {
    throw new StartError(
      'This database was made by a newer version than the data: use an empty database or an empty DATA_DIR',
    );
  }
  if (!replace) await refuseData(sql);
}

async function refuseData(sql: Sql): Promise<void> {
  const [row] = await sql`SELECT 1 FROM workspaces LIMIT 1`;
  if (row !== undefined) throw new StartError('There is already data; to delete it first, add --replace');
}

/**
 * Only tables that get rows are prepared, and only those that get several batches lose their indexes: dropping and
 * building the indexes of all tables takes most of the time of a small restore.
 */
async function fillTable(
  tx: Transaction,
  { name, columns }: Table,
  batches: AsyncIterable<readonly string[]>,
  checks: RowChecks,
): Promise<void> {
  const list = tx([...columns]);
  let count = 0;
  for await (const lines of batches) {
    count += 1;
    if (count === 1) await checks.suspend(name);
    if (count === 2) await checks.dropIndexes(name);
    // A nested text is decoded here. Older versions stored escapes that Postgres can't decode.
    const rows = toStorableJson(`[${lines.join(',')}]`);
    await tx`
      INSERT INTO ${tx(name)} (${list}) OVERRIDING SYSTEM VALUE
      SELECT ${list} FROM json_populate_recordset(null::${tx(name)}, ${rows}::json)`;
  }
}
