import type { Sql } from '../src/platform/database.ts';

/**
 * The names of the tables that have rows with this text, which must be too long to be a part of a random id or
 * signature. Rows that also have the text `unlike` don't count.
 */
export async function findTablesWith(sql: Sql, part: string, unlike?: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
  const without = unlike === undefined ? '' : `AND t::text NOT LIKE '%${unlike}%'`;
  const queries = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name} t WHERE t::text LIKE '%${part}%' ${without})`,
  );
  const found = await sql.unsafe<{ name: string }[]>(queries.join(' UNION ALL '));
  return found.map(({ name }) => name).toSorted();
}
