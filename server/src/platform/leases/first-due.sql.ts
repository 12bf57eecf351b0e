import type { Sql } from '../database.ts';

/**
 * The due time of a row that is handed back to continue as soon as possible: before the rows of its workspace that wait
 * to begin. Otherwise what has begun could wait for all of them, and exceed its time. `table` is a constant of the
 * feature, never input.
 */
export function firstDue(sql: Sql, table: string) {
  return sql`least(now(), (SELECT min(due_at) - interval '1 millisecond' FROM ${sql(table)} AS waiting
    WHERE waiting.workspace_id = ${sql(table)}.workspace_id))`;
}
