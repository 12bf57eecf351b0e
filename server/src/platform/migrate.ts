import { runMigrations as migrateBullmq } from 'bullmq';
import type { Database } from './database.ts';
import { type Migration, readMigrations } from './migrations.ts';
import { createQueuePool } from './queue-pool.ts';

/**
 * Brings the database up to the newest migration, and BullMQ's schema with it. Each migration has its own transaction,
 * except in a new database: there they share one, because every commit waits for the disk. Several processes may start
 * at the same time: the first to lock the table does the work.
 */
export async function migrate(
  database: Database,
  /** Selects the migrations to apply, for tests with rows of an older version that later migrations must convert. */
  isWanted: (name: string) => boolean = () => true,
): Promise<void> {
  await database.sql`
    CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`;
  // Applied migrations stay applied, so a start without new ones makes one query and locks nothing.
  const rows = await database.sql<{ name: string }[]>`SELECT name FROM migrations`;
  const applied = new Set(rows.map(({ name }) => name));
  const left = (await readMigrations()).filter(({ name }) => isWanted(name) && !applied.has(name));
  for (const together of applied.size === 0 ? [left] : left.map((one) => [one])) await apply(database, together);
  const pool = createQueuePool(database);
  const client = await pool.connectAlone();
  try {
    await migrateBullmq(client);
  } finally {
    client.release();
  }
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
