import type { Sql, Transaction } from '../database.ts';

/** A table, and its stored (not computed) columns in order. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Portico's tables except the list of migrations. Tables of extensions are left out. */
export async function listTables(sql: Sql): Promise<Table[]> {
  return sql<{ name: string; columns: string[] }[]>`
    SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations'
      AND ${isNotOfExtension(sql)}
    GROUP BY c.relname ORDER BY c.relname`;
}

/** A condition for `pg_class c`. */
function isNotOfExtension(sql: Sql) {
  return sql`NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`;
}

/** Returns the migrations that made the tables, in order; none if the database was never used. */
export async function listMigrations(sql: Sql): Promise<string[]> {
  // Other applications have tables of that name, too.
  const [known] = await sql`
    SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('public.migrations') AND attname = 'applied_at'`;
  if (known === undefined) return [];
  const rows = await sql<{ name: string }[]>`SELECT name FROM migrations ORDER BY name`;
  return rows.map(({ name }) => name);
}

/** A table of another application in a database that has none of Portico's. */
export async function findForeignTable(sql: Sql): Promise<string | undefined> {
  if ((await listMigrations(sql)).length > 0) return undefined;
  const [row] = await sql<{ name: string }[]>`
    SELECT c.relname AS name FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND ${isNotOfExtension(sql)}
      AND NOT (c.relname = 'migrations'
        AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'applied_at'))
    ORDER BY 1 LIMIT 1`;
  return row?.name;
}

/** The position of each sequence. A sequence that was never used has no entry. */
export async function listSequences(sql: Sql): Promise<{ name: string; last_value: string }[]> {
  return sql<{ name: string; last_value: string }[]>`
    SELECT sequencename AS name, last_value::text FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`;
}

/** Whether the database has a list of files that are yet to be removed. */
export async function hasUnusedKeys(sql: Sql): Promise<boolean> {
  const [known] = await sql`SELECT 1 WHERE to_regclass('public.files_to_remove') IS NOT NULL`;
  return known !== undefined;
}

/**
 * Removes the list of files that are yet to be removed from the storage, or under whose keys some were being stored;
 * returns their keys.
 */
export async function takeUnusedKeys(tx: Transaction): Promise<string[]> {
  if (!(await hasUnusedKeys(tx))) return [];
  return (await tx<{ key: string }[]>`DELETE FROM files_to_remove RETURNING key`).map(({ key }) => key);
}

/** The keys of all stored files that a row refers to: the values of every column `storage_key`. */
export async function listStorageKeys(sql: Sql): Promise<string[]> {
  const tables = (await listTables(sql)).filter(({ columns }) => columns.includes('storage_key'));
  const keys = new Set<string>();
  for (const { name } of tables) {
    const rows = await sql<{ key: string }[]>`
      SELECT DISTINCT storage_key AS key FROM ${sql(name)} WHERE storage_key IS NOT NULL`;
    for (const { key } of rows) keys.add(key);
  }
  return [...keys].toSorted();
}
