import type { Sql, Transaction } from '../../../platform/database.ts';

/** Some submissions of a workspace that ended before that time, and whose indexing has ended, except for some. */
export async function findEndedBefore(
  sql: Sql,
  workspaceId: string,
  before: string,
  limit: number,
  except: readonly string[],
): Promise<{ id: string; thread_id: string | null }[]> {
  return sql<{ id: string; thread_id: string | null }[]>`
    SELECT old.id, old.thread_id
    FROM form_interfaces, unnest(ARRAY['completed', 'failed']) AS state, LATERAL (
      SELECT id, thread_id FROM form_submissions
      WHERE interface_id = form_interfaces.id AND status = state AND submitted_at < ${before}
        AND completed_at < ${before} AND index_due_at IS NULL AND id <> ALL(${[...except]}::text[])
      ORDER BY submitted_at LIMIT ${limit}
    ) AS old WHERE form_interfaces.workspace_id = ${workspaceId} LIMIT ${limit}`;
}

/** A submission, and what ran for it; an execution whose id is stored may not exist. */
export interface SubmissionOfForm {
  readonly id: string;
  readonly thread_id: string | null;
  readonly execution_id: string | null;
}

/** Some submissions of a form: those whose run has not ended, or all. */
export async function listSubmissionsOf(
  sql: Sql,
  { workspace_id: workspaceId, id }: { workspace_id: string; id: string },
  { unended, limit }: { unended: boolean; limit: number },
): Promise<SubmissionOfForm[]> {
  const states = unended ? sql`AND status IN ('submitted', 'processing', 'running')` : sql``;
  return sql<SubmissionOfForm[]>`
    SELECT id, thread_id, execution_id FROM form_submissions
    WHERE workspace_id = ${workspaceId} AND interface_id = ${id} ${states} LIMIT ${limit}`;
}

/** What else belonged to a deleted submission. */
export interface DeletedSubmission {
  readonly thread_id: string | null;
  readonly file_ids: string[];
}

/** Deletes a submission with its texts; undefined if another process is using it. */
export async function deleteSubmission(tx: Transaction, id: string): Promise<DeletedSubmission | undefined> {
  const [row] = await tx<DeletedSubmission[]>`
    DELETE FROM form_submissions WHERE id = ANY(ARRAY(
      SELECT id FROM form_submissions
      WHERE id = ${id} AND status IN ('completed', 'failed') AND index_due_at IS NULL FOR UPDATE SKIP LOCKED))
    RETURNING thread_id, file_ids`;
  return row;
}

/** Deletes a submission in any state with its texts; undefined if it is already gone. */
export async function eraseSubmissionRow(
  tx: Transaction,
  workspaceId: string,
  id: string,
): Promise<DeletedSubmission | undefined> {
  const [row] = await tx<DeletedSubmission[]>`
    DELETE FROM form_submissions WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING thread_id, file_ids`;
  return row;
}

/** The storage keys of a submission's files that no other submission has. */
export async function listSoleKeys(sql: Sql, workspaceId: string, submissionId: string): Promise<string[]> {
  const rows = await sql<{ storage_key: string }[]>`
    SELECT f.storage_key FROM form_submissions s JOIN files f ON f.id = ANY(s.file_ids)
    WHERE s.workspace_id = ${workspaceId} AND s.id = ${submissionId} AND f.workspace_id = ${workspaceId}
      AND NOT EXISTS (SELECT FROM form_sources o WHERE o.file_id = f.id AND o.submission_id <> s.id)`;
  return rows.map(({ storage_key: key }) => key);
}

/** Which of these files no submission has any more; until the transaction ends, no new submission can claim them. */
export async function lockUnusedFiles(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const locked = await tx<{ file_id: string }[]>`
    SELECT file_id FROM form_uploads WHERE file_id = ANY(${[...ids]}) ORDER BY file_id FOR UPDATE`;
  // Another statement, because this one doesn't see what was committed while it waited.
  const unused = await tx<{ id: string }[]>`
    SELECT id FROM unnest(${locked.map(({ file_id: id }) => id)}::text[]) AS id
    WHERE NOT EXISTS (SELECT FROM form_sources WHERE file_id = id)`;
  return unused.map(({ id }) => id);
}
