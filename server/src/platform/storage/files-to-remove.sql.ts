import type { Sql } from '../database.ts';

/** Seconds in which the process that records keys removes their bytes; after that, the sweep does. */
const graceSeconds = 300;

export async function insertFilesToRemove(sql: Sql, keys: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO files_to_remove (key, due_at)
    SELECT key, now() + ${graceSeconds} * interval '1 second' FROM unnest(${[...keys]}::text[]) AS given (key)
    ON CONFLICT DO NOTHING`;
}

export async function listFilesToRemove(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    SELECT key FROM files_to_remove WHERE due_at <= now() ORDER BY due_at LIMIT ${limit}`;
  return rows.map(({ key }) => key);
}

/** Makes keys due again after all others, so that bytes that can never be removed don't keep them waiting. */
export async function postponeFilesToRemove(sql: Sql, keys: readonly string[]): Promise<void> {
  await sql`
    UPDATE files_to_remove SET due_at = now() + ${graceSeconds} * interval '1 second'
    WHERE key = ANY(${[...keys]}::text[])`;
}

export async function deleteFilesToRemove(sql: Sql, keys: readonly string[]): Promise<void> {
  await sql`DELETE FROM files_to_remove WHERE key = ANY(${[...keys]}::text[])`;
}
