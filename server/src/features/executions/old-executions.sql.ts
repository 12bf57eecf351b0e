import type { Sql, Transaction } from '../../platform/database.ts';

/** The end of an execution in microseconds, and its id: executions are read in this order. */
export interface EndedExecution {
  readonly id: string;
  readonly ended: string;
  /** False if a submission shows it, or an execution that repeats it is in progress or has failed. */
  readonly is_unused: boolean;
}

const endedAt = (sql: Sql) => sql`coalesce(completed_at, cancelled_at)`;
const isEnded = (sql: Sql) => sql`status IN ('completed', 'failed', 'cancelled')`;
const isUnused = (sql: Sql) => sql`NOT has_open_retry(id)
  AND NOT EXISTS (SELECT FROM form_submissions WHERE form_submissions.execution_id = executions.id)`;

/** Some executions that ended before that time, from the oldest on, after the given one. */
export async function findEndedBefore(
  sql: Sql,
  workspaceId: string,
  before: string,
  after: EndedExecution | undefined,
  limit: number,
): Promise<EndedExecution[]> {
  const isLater = after && sql`AND (${endedAt(sql)}, id) > (${after.ended}::timestamptz, ${after.id})`;
  return sql<EndedExecution[]>`
    SELECT old.id, old.ended::text, shown.id IS NULL AND NOT has_open_retry(old.id) AS is_unused
    FROM (
      SELECT id, ${endedAt(sql)} AS ended FROM executions
      WHERE workspace_id = ${workspaceId} AND ${isEnded(sql)} AND ${endedAt(sql)} < ${before} ${isLater ?? sql``}
      ORDER BY ${endedAt(sql)}, id LIMIT ${limit}
    ) AS old
    LEFT JOIN LATERAL (SELECT id FROM form_submissions WHERE execution_id = old.id LIMIT 1) AS shown ON true
    ORDER BY old.ended, old.id`;
}

/**
 * Deletes the oldest `limit` runs of an execution's nodes if there are more than that; returns the number. Those of a
 * failed execution stay until it is deleted, because a retry continues from them.
 */
export async function deleteOldestRuns(sql: Sql, id: string, limit: number): Promise<number> {
  const rows = await sql`
    DELETE FROM node_runs WHERE execution_id = ${id}
      AND ctid = ANY(ARRAY(
        SELECT ctid FROM node_runs WHERE execution_id = ${id} LIMIT ${limit} FOR UPDATE SKIP LOCKED))
      AND EXISTS (SELECT FROM node_runs WHERE execution_id = ${id} OFFSET ${limit} LIMIT 1)
      AND EXISTS (SELECT FROM executions WHERE id = ${id} AND status IN ('completed', 'cancelled'))
    RETURNING 1`;
  return rows.length;
}

/** Locks an ended execution until the transaction ends; false if something needs it, or another process is using it. */
export async function lockEndedExecution(tx: Transaction, workspaceId: string, id: string): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM executions
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND ${isEnded(tx)} AND ${isUnused(tx)}
    FOR UPDATE SKIP LOCKED`;
  return rows.length > 0;
}

/** Deletes an execution in any state with the runs of its nodes. */
export async function deleteExecution(tx: Transaction, workspaceId: string, id: string): Promise<void> {
  await tx`DELETE FROM executions WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}
