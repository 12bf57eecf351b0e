import { runMigrations as migrateBullmq } from 'bullmq';
import { findForeignTable } from './backup/catalogue.ts';
import type { Database } from './database.ts';
import { StartError } from './errors.ts';
import { type Migration, readMigrations } from './migrations.ts';
import { createQueuePool } from './queue-pool.ts';

/**
 * Brings the database up to the newest migration, and BullMQ's schema with it. Each migration has its own transaction,
 * except in a new database: there they share one, because every commit waits for the disk. Several processes may start
 * at the same time: the first to lock the table does the work. Returns a migration of a newer version, if one has
 * updated the database.
 * @throws StartError if that database is embedded: then this version is not part of a rolling upgrade; and if another
 * application uses the database.
 */
export async function migrate(
  database: Database,
  /** Selects the migrations to apply, for tests with rows of an older version that later migrations must convert. */
  isWanted: (name: string) => boolean = () => true,
): Promise<string | undefined> {
  await refuseForeign(database);
  await database.sql`
    CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`;
  // Applied migrations stay applied, so a start without new ones only reads and locks nothing.
  const rows = await database.sql<{ name: string }[]>`SELECT name FROM migrations`;
  const applied = new Set(rows.map(({ name }) => name));
  const known = await readMigrations();
  const newer = findNewer(applied, known);
  if (database.embedded && newer !== undefined) throw refuseNewer(newer);
  const left = known.filter(({ name }) => isWanted(name) && !applied.has(name));
  for (const together of applied.size === 0 ? [left] : left.map((one) => [one])) await apply(database, together);
  const pool = createQueuePool(database);
  const client = await pool.connectAlone();
  try {
    await migrateBullmq(client);
  } finally {
    client.release();
  }
  return newer;
}

/** Throws a StartError if a database in which there is nothing of Portico has tables of another application. */
export async function refuseForeign(database: Database): Promise<void> {
  // In one snapshot, because another process may be creating our tables.
  const name = await database.snapshot(findForeignTable);
  if (name !== undefined) throw foreignTable(name);
}

export function foreignTable(name: string): StartError {
  return new StartError(`The database has a table of another application (${name}): use an empty database`);
}

/** A migration that has been applied, but this version doesn't have: a newer one has updated the database. */
export function findNewer(applied: ReadonlySet<string>, known: readonly Migration[]): string | undefined {
  const names = new Set(known.map(({ name }) => name));
  return [...applied].find((name) => !names.has(name));
}

/** Why this version doesn't use an embedded database that a newer one has updated. */
export function refuseNewer(name: string): StartError {
  return new StartError(
    `DATA_DIR: a newer version of Portico has updated the database (it has ${name}). Start that version; to go back to ` +
      'this one, restore a backup from before the update to an empty DATA_DIR',
  );
}

async function apply(database: Database, migrations: readonly Migration[]): Promise<void> {
  await database.transaction(async (tx) => {
    await tx`LOCK TABLE migrations IN EXCLUSIVE MODE`;
    const rows = await tx<{ name: string }[]>`SELECT name FROM migrations`;
    const done = new Set(rows.map(({ name }) => name));
    for (const { name, text } of migrations) {
      if (done.has(name)) continue;
      await tx.unsafe(text);
      await tx`INSERT INTO migrations (name) VALUES (${name})`;
    }
  });
}
