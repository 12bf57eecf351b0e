import type { Sql } from '../../../platform/database.ts';
import { holdIndex } from '../submission/submissions.sql.ts';

/**
 * Starts or continues the indexing of a submission; undefined if it is done, or another attempt has started. `attempts`
 * is the number of starts, and also the token of this one: once another worker has started, nothing is written with it.
 */
export async function beginIndexing(
  sql: Sql,
  id: string,
  attempt: number,
): Promise<{ workspace_id: string; attempts: number } | undefined> {
  const [row] = await sql<{ workspace_id: string; attempts: number }[]>`
    UPDATE form_submissions SET index_attempts = index_attempts + 1, index_due_at = ${holdIndex(sql)}
    WHERE id = ${id} AND index_attempts = ${attempt} AND index_due_at IS NOT NULL
    RETURNING workspace_id, index_attempts AS attempts`;
  return row;
}

/** Whether a submission has been read and its indexing has ended. */
export async function isSearchable(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM form_submissions
    WHERE id = ${id} AND index_due_at IS NULL AND status NOT IN ('submitted', 'processing')`;
  return rows.length > 0;
}

/** The indexing of a submission by one worker. */
export interface Indexing {
  readonly id: string;
  readonly attempts: number;
}

/** A heartbeat of the worker that indexes it; false if it has lost the submission. */
export async function holdIndexing(sql: Sql, { id, attempts }: Indexing): Promise<boolean> {
  const rows = await sql`
    UPDATE form_submissions SET index_due_at = ${holdIndex(sql)}
    WHERE id = ${id} AND index_attempts = ${attempts} AND index_due_at IS NOT NULL RETURNING 1`;
  return rows.length > 0;
}

/**
 * Ends the indexing: permanently, or for this many seconds. Changes nothing if another worker has `taken` the submission,
 * or if it is `gone`.
 */
export async function endIndexing(
  sql: Sql,
  { id, attempts }: Indexing,
  againInSeconds: number | null,
): Promise<'ended' | 'taken' | 'gone'> {
  const [ended] = await sql`
    UPDATE form_submissions SET index_due_at = now() + ${againInSeconds}::int * interval '1 second'
    WHERE id = ${id} AND index_attempts = ${attempts} RETURNING 1`;
  if (ended !== undefined) return 'ended';
  const [known] = await sql`SELECT 1 FROM form_submissions WHERE id = ${id}`;
  return known === undefined ? 'gone' : 'taken';
}

/** Submissions that no worker indexes; they are locked for the worker that is notified now. */
export async function takeUnindexed(sql: Sql): Promise<{ id: string; attempts: number }[]> {
  return sql<{ id: string; attempts: number }[]>`
    UPDATE form_submissions SET index_due_at = ${holdIndex(sql)} WHERE id IN (
      SELECT id FROM form_submissions WHERE index_due_at < now() ORDER BY index_due_at LIMIT 50 FOR UPDATE SKIP LOCKED)
    RETURNING id, index_attempts AS attempts`;
}
