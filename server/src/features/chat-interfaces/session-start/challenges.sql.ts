import type { Sql } from '../../../platform/database.ts';

/** Records that a challenge was solved; false if it was solved before. */
export async function insertSolved(sql: Sql, signature: string, expiresAt: Date): Promise<boolean> {
  const rows = await sql`
    INSERT INTO chat_challenges (signature, expires_at) VALUES (${signature}, ${expiresAt.toISOString()})
    ON CONFLICT DO NOTHING RETURNING 1`;
  return rows.length > 0;
}

/** Deletes challenges that have expired. */
export async function deleteExpiredChallenges(sql: Sql): Promise<void> {
  await sql`DELETE FROM chat_challenges WHERE expires_at < now()`;
}
