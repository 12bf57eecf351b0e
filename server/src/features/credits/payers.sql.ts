import type { Sql } from '../../platform/database.ts';

/** The next runs that somebody paid for, of all workspaces. */
export async function listPayersAfter(sql: Sql, after: string, limit: number): Promise<string[]> {
  const rows = await sql<{ run_id: string }[]>`
    SELECT run_id FROM credit_payers WHERE run_id > ${after} ORDER BY run_id LIMIT ${limit}`;
  return rows.map(({ run_id: id }) => id);
}

/**
 * Forgets who paid for these, except for runs of the last day, of which some are only about to begin, replies in
 * progress, submissions and executions that exist, and executions by which deliveries are found as long as what caused
 * them may be asked for (0919_deleted_causes.sql).
 */
export async function deleteUnusedPayers(sql: Sql, runIds: readonly string[]): Promise<void> {
  await sql`
    DELETE FROM credit_payers AS payer WHERE run_id = ANY(${[...runIds]}) AND created_at < now() - interval '1 day'
      AND NOT EXISTS (SELECT FROM replies WHERE message_id = run_id)
      AND NOT EXISTS (SELECT FROM executions WHERE id = run_id)
      AND NOT EXISTS (SELECT FROM form_submissions WHERE id = run_id)
      -- One set, as Postgres would read each of these tables to its end to look up causes in it.
      AND NOT (starts_with(run_id, 'exe_') AND EXISTS (
        SELECT FROM form_submissions WHERE id = payer.cause_id
        UNION ALL SELECT FROM chat_sessions WHERE thread_id = payer.cause_id
        UNION ALL SELECT FROM deleted_causes AS cause
        WHERE cause.workspace_id = payer.workspace_id AND cause.cause_id = payer.cause_id))`;
}
