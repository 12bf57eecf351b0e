import type {
  SubmissionListQuery,
  ExtractionMode,
  FieldCode,
  RunError,
  SubmissionStatus,
  UnreadSource,
} from '@portico/shared-types';
import type { Page } from '../../../platform/http/route.ts';
import { json, type Sql, type Transaction } from '../../../platform/database.ts';
import { descending, selectPage, withinBatch } from '../../../platform/select-page.ts';
import type { Search } from '../../../platform/search-words.ts';
import { matchingWords } from './submission-words.sql.ts';

export interface SubmissionRow {
  id: string;
  workspace_id: string;
  interface_id: string;
  status: SubmissionStatus;
  message: string;
  inputs: Record<string, unknown>;
  urls: string[];
  file_ids: string[];
  extraction_mode: ExtractionMode;
  output: string | null;
  error: RunError | null;
  execution_id: string | null;
  thread_id: string | null;
  rerun_of: string | null;
  preview: boolean;
  followed: number;
  attempts: number;
  /** The unreadable files and addresses, in order. */
  unread: UnreadSource[];
  submitted_at: string;
  completed_at: string | null;
}

export interface SourceRow {
  place: number;
  kind: 'message' | 'file' | 'url';
  name: string | null;
  url: string | null;
  file_id: string | null;
  text: string | null;
  page_starts: number[] | null;
  /** Why it could not be read, for the visitor. */
  fault: string | null;
  fault_code: FieldCode | null;
  read_at: string | null;
}

export type NewSource = Pick<SourceRow, 'kind' | 'name' | 'url' | 'file_id' | 'text'>;

/** An execution whose id is stored may not exist yet, so it is not shown. */
const runId = (sql: Sql) => sql`CASE WHEN status <> 'processing' THEN execution_id END`;

/** The columns of a SubmissionRow. */
export const columns = (sql: Sql) => sql`id, workspace_id, interface_id, status, message, inputs, urls, file_ids,
  extraction_mode, output, error, ${runId(sql)} AS execution_id, thread_id, rerun_of, preview, followed, attempts, submitted_at, completed_at,
  (SELECT coalesce(json_agg(json_strip_nulls(json_build_object('file', s.name, 'url', s.url, 'message', s.fault,
      'code', coalesce(s.fault_code, 'invalid')))
      ORDER BY s.place), '[]')
    FROM form_sources s WHERE s.submission_id = form_submissions.id AND s.fault IS NOT NULL) AS unread`;

export async function insertSubmission(
  tx: Transaction,
  row: Pick<
    SubmissionRow,
    'id' | 'workspace_id' | 'interface_id' | 'message' | 'inputs' | 'urls' | 'file_ids' | 'preview'
  > & {
    extraction_mode: ExtractionMode;
  },
  sources: readonly NewSource[],
): Promise<void> {
  await tx`
    INSERT INTO form_submissions (id, workspace_id, interface_id, status, message, inputs, urls, file_ids,
      extraction_mode, preview, has_words, due_at)
    VALUES (${row.id}, ${row.workspace_id}, ${row.interface_id}, 'submitted', ${row.message}, ${json(row.inputs)},
      ${row.urls}, ${row.file_ids}, ${row.extraction_mode}, ${row.preview}, true, now())`;
  for (const [place, source] of sources.entries()) {
    await tx`
      INSERT INTO form_sources (submission_id, place, kind, name, url, file_id, text, read_at)
      VALUES (${row.id}, ${place}, ${source.kind}, ${source.name}, ${source.url}, ${source.file_id}, ${source.text},
        CASE WHEN ${source.text !== null}::boolean THEN now() END)`;
  }
}

/**
 * Stores a submission again with a new id, with its extracted texts; unreadable sources will be read again. False if
 * the id is unknown.
 */
export async function copySubmission(tx: Transaction, fromId: string, toId: string): Promise<boolean> {
  const [row] = await tx`
    INSERT INTO form_submissions (id, workspace_id, interface_id, status, message, inputs, urls, file_ids,
      extraction_mode, rerun_of, preview, has_words, due_at)
    SELECT ${toId}, workspace_id, interface_id, 'submitted', message, inputs, urls, file_ids, extraction_mode, id, preview,
      has_words, now()
    FROM form_submissions WHERE id = ${fromId} RETURNING 1`;
  await tx`
    INSERT INTO submission_words (submission_id, words)
    SELECT ${toId}, words FROM submission_words WHERE submission_id = ${fromId}`;
  await tx`
    INSERT INTO form_sources (submission_id, place, kind, name, url, file_id, text, page_starts, read_at)
    SELECT ${toId}, place, kind, name, url, file_id, CASE WHEN fault IS NULL THEN text END, page_starts,
      CASE WHEN fault IS NULL THEN read_at END
    FROM form_sources WHERE submission_id = ${fromId}`;
  return row !== undefined;
}

/** Makes a submission to a draft run with that draft. */
export async function setDraft(tx: Transaction, id: string, draft: unknown): Promise<void> {
  await tx`UPDATE form_submissions SET draft = ${json(draft)} WHERE id = ${id}`;
}

/** The draft of the form that a submission was sent to; null for the form itself. */
export async function findDraftOfSubmission(sql: Sql, id: string): Promise<unknown> {
  const [row] = await sql<{ draft: unknown }[]>`SELECT draft FROM form_submissions WHERE id = ${id}`;
  return row?.draft ?? null;
}

export async function findSubmission(sql: Sql, interfaceId: string, id: string): Promise<SubmissionRow | undefined> {
  const [row] = await sql<SubmissionRow[]>`
    SELECT ${columns(sql)} FROM form_submissions WHERE interface_id = ${interfaceId} AND id = ${id}`;
  return row;
}

/** These submissions of a workspace, oldest first. */
export async function findSubmissions(sql: Sql, workspaceId: string, ids: readonly string[]): Promise<SubmissionRow[]> {
  return sql<SubmissionRow[]>`
    SELECT ${columns(sql)} FROM form_submissions WHERE workspace_id = ${workspaceId} AND id = ANY(${[...ids]})
    ORDER BY submitted_at, id`;
}

export async function listSubmissions(
  sql: Sql,
  interfaceId: string,
  { q: _, ...query }: SubmissionListQuery,
  search: Search | undefined,
): Promise<Page<SubmissionRow>> {
  return selectPage<SubmissionRow>(sql, query, {
    columns: columns(sql),
    from: sql`form_submissions WHERE interface_id = ${interfaceId}
      ${query.status === undefined ? sql`` : sql`AND status = ${query.status}`}
      ${matchingWords(sql, interfaceId, search)}`,
    createdAt: sql`submitted_at`,
    order: [descending(sql`submitted_at`), descending(sql`id`)],
    key: sql`id`,
  });
}

export type ExportedSubmission = SubmissionRow & { readonly cursor: string };

/**
 * Some of a form's submissions that match the query, newest first, after the position `after`; `cursor` is the time of a submission in
 * microseconds, for the position.
 */
export async function listSubmissionsAfter(
  sql: Sql,
  interfaceId: string,
  {
    from,
    to,
    status,
    search,
  }: Omit<SubmissionListQuery, 'page' | 'per_page' | 'q'> & { readonly search: Search | undefined },
  after: Pick<ExportedSubmission, 'cursor' | 'id'> | undefined,
  limit: number,
): Promise<ExportedSubmission[]> {
  const none = sql``;
  const next = sql`
    SELECT id, (submitted_at, id) AS place, pg_column_size(message) + pg_column_size(inputs)
      + coalesce(pg_column_size(output), 0) AS size FROM form_submissions
    WHERE interface_id = ${interfaceId}
      ${from === undefined ? none : sql`AND submitted_at >= ${from}::timestamptz`}
      ${to === undefined ? none : sql`AND submitted_at < ${to}::timestamptz`}
      ${status === undefined ? none : sql`AND status = ${status}`}
      ${matchingWords(sql, interfaceId, search)}
      ${after === undefined ? none : sql`AND (submitted_at, id) < (${after.cursor}::timestamptz, ${after.id})`}
    ORDER BY submitted_at DESC, id DESC LIMIT ${limit}`;
  return sql<ExportedSubmission[]>`
    SELECT ${columns(sql)}, submitted_at::text AS cursor FROM form_submissions
    WHERE interface_id = ${interfaceId} AND id = ANY(ARRAY(${withinBatch(sql, next)}))
    ORDER BY submitted_at DESC, id DESC`;
}

export async function listSources(sql: Sql, submissionId: string): Promise<SourceRow[]> {
  return sql<SourceRow[]>`
    SELECT place, kind, name, url, file_id, text, page_starts, fault, fault_code, read_at FROM form_sources
    WHERE submission_id = ${submissionId} ORDER BY place`;
}

/** The text of a source, or the `fault` why there is none, as a sentence and as a code. */
export interface ReadSource {
  readonly text: string;
  readonly pageStarts: readonly number[];
  readonly fault: string | null;
  readonly faultCode: FieldCode | null;
}

/** Stores the text of a source, or its fault; false if that source has been read before. */
export async function storeSource(
  tx: Transaction,
  submissionId: string,
  place: number,
  { text, pageStarts, fault, faultCode }: ReadSource,
): Promise<boolean> {
  const [row] = await tx`
    WITH progress AS (UPDATE form_submissions SET broken_off = 0 WHERE id = ${submissionId})
    UPDATE form_sources SET text = ${text}, page_starts = ${json(pageStarts)}, fault = ${fault},
      fault_code = ${faultCode}, read_at = now()
    WHERE submission_id = ${submissionId} AND place = ${place} AND read_at IS NULL RETURNING 1`;
  return row !== undefined;
}

/**
 * Stores the id of the execution of a submission that has been read, unless there is one already. Returns the
 * submission with the final id; undefined if it isn't being read any more.
 */
export async function nameExecution(
  sql: Sql,
  id: string,
  executionId: string,
): Promise<(SubmissionRow & { named: string }) | undefined> {
  const [row] = await sql<(SubmissionRow & { named: string })[]>`
    UPDATE form_submissions SET execution_id = COALESCE(execution_id, ${executionId})
    WHERE id = ${id} AND status = 'processing' RETURNING ${columns(sql)}, execution_id AS named`;
  return row;
}

/** Locks a submission in any state until the transaction ends; false if it does not exist. */
export async function lockSubmission(tx: Transaction, interfaceId: string, id: string): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM form_submissions WHERE interface_id = ${interfaceId} AND id = ${id} FOR NO KEY UPDATE`;
  return rows.length > 0;
}

/** Locks a submission that is being read until the transaction ends; false if it has moved on, or is gone. */
export async function lockUnbegun(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM form_submissions WHERE id = ${id} AND status = 'processing' FOR NO KEY UPDATE`;
  return rows.length > 0;
}

/** Moves a locked submission that has been read to its run and its index. */
export async function beginRun(
  tx: Transaction,
  id: string,
  run: { executionId: string | null; threadId: string | null },
): Promise<void> {
  await tx`
    UPDATE form_submissions SET status = 'running', execution_id = ${run.executionId}, thread_id = ${run.threadId},
      attempts = 0, due_at = now(), held = false, broken_off = 0, index_due_at = now()
    WHERE id = ${id} AND status = 'processing'`;
}

/** Records that an event of the run is passed on; false if another process has done so, or the submission has ended. */
export async function followTo(tx: Transaction, id: string, eventId: number): Promise<boolean> {
  const [row] = await tx`
    UPDATE form_submissions SET followed = ${eventId}, broken_off = 0
    WHERE id = ${id} AND status = 'running' AND followed < ${eventId} RETURNING 1`;
  return row !== undefined;
}

/** Ends a submission, once. */
export async function endSubmission(
  tx: Transaction,
  id: string,
  end: { status: 'completed' | 'failed'; output: string | null; error: RunError | null },
): Promise<SubmissionRow | undefined> {
  const [row] = await tx<SubmissionRow[]>`
    UPDATE form_submissions SET execution_id = ${runId(tx)}, status = ${end.status}, output = ${end.output},
      error = ${end.error === null ? null : json(end.error)}, completed_at = now(), due_at = NULL, held = false
    WHERE id = ${id} AND status NOT IN ('completed', 'failed') RETURNING ${columns(tx)}`;
  return row;
}
