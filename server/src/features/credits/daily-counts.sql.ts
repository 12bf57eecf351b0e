import type { Sql, Transaction } from '../../platform/database.ts';

const today = (sql: Sql) => sql`(now() AT TIME ZONE 'utc')::date`;

/**
 * Counts one against a name's limit of the UTC day, unless that is used up, and locks the count until the transaction
 * ends. Returns what is counted then, undefined if nothing was.
 */
export async function addToDay(tx: Transaction, name: string, limit: number): Promise<number | undefined> {
  const [row] = await tx<{ count: number }[]>`
    INSERT INTO rate_counts AS counted (name, day, count)
    SELECT ${name}, ${today(tx)}, 1 WHERE ${limit}::int > 0
    ON CONFLICT (name) DO UPDATE SET day = EXCLUDED.day,
      count = CASE WHEN counted.day = EXCLUDED.day THEN counted.count + 1 ELSE 1 END
    WHERE counted.day <> EXCLUDED.day OR counted.count < ${limit}::int
    RETURNING count`;
  return row?.count;
}

/** What is counted against a name's limit of the UTC day. */
export async function countOfDay(sql: Sql, name: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count FROM rate_counts WHERE name = ${name} AND day = ${today(sql)}`;
  return row?.count ?? 0;
}
