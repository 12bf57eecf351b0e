import type { Sql } from './database.ts';

/**
 * Does for the embedded database what autovacuum does on a server, by the same thresholds: vacuums a table once its dead
 * rows exceed 50 plus a fifth of the live ones, and analyses it once the changed rows exceed 50 plus a tenth. Postgres's
 * own autovacuum needs background processes, which PGlite doesn't have. Without it, every update leaves a dead row that
 * indexes still return, and the planner doesn't know the sizes of tables.
 */
export async function tidyTables(sql: Sql): Promise<void> {
  const tables = await sql<{ name: string; is_bloated: boolean }[]>`
    SELECT format('%I.%I', s.schemaname, s.relname) AS name,
      s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) AS is_bloated
    FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
    WHERE s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
      OR s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)`;
  // One statement each: what waits for the only connection gets its turn between two tables.
  for (const { name, is_bloated: isBloated } of tables) {
    await sql.unsafe(isBloated ? `VACUUM (ANALYZE) ${name}` : `ANALYZE ${name}`);
  }
}
