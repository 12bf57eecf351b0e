import type { Sql } from './database.ts';

/**
 * Does for the embedded database what autovacuum does on a server, by the same thresholds: vacuums a table once its dead
 * rows exceed 50 plus a fifth of the live ones or its new rows 1,000 plus a fifth, and analyses it once the changed rows
 * exceed 50 plus a tenth. Postgres's own autovacuum needs background processes, which PGlite doesn't have. Without it,
 * every update leaves a dead row that indexes still return, no index can be read without its table, and the planner
 * doesn't know the sizes of tables.
 */
export async function tidyTables(sql: Sql): Promise<void> {
  const tables = await sql<{ name: string; needs_vacuum: boolean }[]>`
    SELECT name, needs_vacuum FROM (
      SELECT format('%I.%I', s.schemaname, s.relname) AS name,
        n_dead_tup > 50 + 0.2 * known OR n_ins_since_vacuum > 1000 + 0.2 * known AS needs_vacuum,
        n_mod_since_analyze > 50 + 0.1 * known AS needs_analysis
      FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid, greatest(c.reltuples, 0) AS known
    ) AS states WHERE needs_vacuum OR needs_analysis`;
  for (const { name, needs_vacuum: needsVacuum } of tables) {
    for (const statement of [...(needsVacuum ? listVacuums(name) : []), analyse(name)]) await sql.unsafe(statement);
  }
}

/** The table and its long values separately, so that other work gets the only connection in between. */
function listVacuums(name: string): string[] {
  return [`VACUUM (PROCESS_TOAST FALSE) ${name}`, `VACUUM (PROCESS_MAIN FALSE) ${name}`];
}

/**
 * From 9,000 rows instead of the default 30,000: nobody else gets a response meanwhile, and 20,000 chunks took a busy
 * machine four seconds. The statements are one transaction, so a failure doesn't leave the setting.
 */
function analyse(name: string): string {
  return `SET default_statistics_target = 30; ANALYZE ${name}; RESET default_statistics_target`;
}
