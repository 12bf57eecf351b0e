import type { Sql, Transaction } from '../database.ts';

/** Seconds in which the process that records keys removes their bytes; after that, the sweep does. */
const graceSeconds = 300;

/** Seconds in which bytes can be uploaded and the rows that name them committed; after that, the sweep removes them. */
const reservedSeconds = 86_400;

export async function insertFilesToRemove(sql: Sql, keys: readonly string[]): Promise<void> {
  await insertDue(sql, keys, graceSeconds);
}

/** Records keys before their bytes are uploaded, so that the sweep finds these if no row ever names them. */
export async function insertReservedKeys(sql: Sql, keys: readonly string[]): Promise<void> {
  await insertDue(sql, keys, reservedSeconds);
}

async function insertDue(sql: Sql, keys: readonly string[], seconds: number): Promise<void> {
  await sql`
    INSERT INTO files_to_remove (key, due_at)
    SELECT DISTINCT key, now() + ${seconds}::int * interval '1 second' FROM unnest(${[...keys]}::text[]) AS given (key)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET due_at = EXCLUDED.due_at WHERE EXCLUDED.due_at < files_to_remove.due_at`;
}

/**
 * Takes reserved keys for rows of this transaction; false if a sweep may have taken one. What a sweep has tried without
 * success is due again within `graceSeconds`, so a key that is due so soon is no longer reserved.
 */
export async function takeReservedKeys(tx: Transaction, keys: readonly string[]): Promise<boolean> {
  const taken = await tx`
    DELETE FROM files_to_remove
    WHERE key = ANY(${[...keys]}::text[]) AND due_at > clock_timestamp() + ${graceSeconds}::int * interval '1 second'
    RETURNING 1`;
  return taken.length === keys.length;
}

/** Leaves out the keys that a transaction is taking at this moment. */
export async function listFilesToRemove(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    SELECT key FROM files_to_remove WHERE due_at <= now() ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
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
