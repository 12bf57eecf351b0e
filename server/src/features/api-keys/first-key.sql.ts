import type { Sql, Transaction } from '../../platform/database.ts';
import type { NewKey } from './api-keys.sql.ts';

/** Waits until no other server creates the first key, until the transaction ends. */
export async function lockFirstKey(tx: Transaction): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended('first key', 0))`;
}

export async function hasKeys(sql: Sql, workspaceId: string): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM api_keys WHERE workspace_id = ${workspaceId} LIMIT 1`;
  return rows.length > 0;
}

/** Stores a key; false if one with its id is stored already. */
export async function insertFirstKey(sql: Sql, key: NewKey): Promise<boolean> {
  const rows = await sql`
    INSERT INTO api_keys (id, workspace_id, name, secret_hash, scopes, rate_limit_per_minute, rate_limit_per_day,
      expires_at)
    VALUES (${key.id}, ${key.workspaceId}, ${key.name}, ${key.secretHash}, ${[...key.scopes]},
      ${key.limitPerMinute}, ${key.limitPerDay}, ${key.expiresAt})
    ON CONFLICT (id) DO NOTHING RETURNING 1`;
  return rows.length > 0;
}
