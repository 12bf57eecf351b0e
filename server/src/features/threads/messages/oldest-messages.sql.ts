import type { Sql } from '../../../platform/database.ts';

/** Deletes the oldest `limit` messages of a thread if it has more than that; returns the number. */
export async function deleteOldestMessages(
  sql: Sql,
  workspaceId: string,
  threadId: string,
  limit: number,
): Promise<number> {
  const inThread = sql`workspace_id = ${workspaceId} AND thread_id = ${threadId}`;
  const rows = await sql`
    DELETE FROM messages WHERE id = ANY(ARRAY(
        SELECT id FROM messages WHERE ${inThread} ORDER BY place LIMIT ${limit} FOR UPDATE SKIP LOCKED))
      AND EXISTS (SELECT FROM messages WHERE ${inThread} ORDER BY place OFFSET ${limit} LIMIT 1)
    RETURNING 1`;
  return rows.length;
}
