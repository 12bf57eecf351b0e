import type { Database, Sql } from '../src/platform/database.ts';

/** How many rows of a table the queries of `work` read, in the table itself or through its indexes. */
export async function countRowsRead(
  database: Database,
  table: string,
  work: (sql: Sql) => Promise<unknown>,
): Promise<number> {
  return database.transaction(async (tx) => {
    const read = async (): Promise<number> => {
      const [row] = await tx<{ rows: number }[]>`
        SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 AS rows FROM pg_stat_xact_user_tables
        WHERE relname = ${table} AND schemaname = 'public'`;
      return row?.rows ?? 0;
    };
    const before = await read();
    await work(tx);
    return (await read()) - before;
  });
}
