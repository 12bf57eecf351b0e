import {
  type FormSubmission,
  type FormSubmissionRecord,
  type RunError,
  RunErrorCode,
  type SubmissionFile,
} from '@portico/shared-types';
import type { Sql } from '../../../platform/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { downloadUrl, findFiles, type FileRow } from '../../files/index.ts';
import { findSubmissions, type SubmissionRow } from './submissions.sql.ts';

/** Submissions as their visitors see them (docs/reference/public-forms.md#submitting). */
export async function presentSubmission(platform: Platform, row: SubmissionRow): Promise<FormSubmission> {
  const files = await filesOf(platform.database.sql, [row]);
  return {
    id: row.id,
    interfaceId: row.interface_id,
    message: row.message,
    files: row.file_ids.flatMap((id) => {
      const file = files.get(id);
      return file === undefined ? [] : [presentSubmissionFile(platform, file)];
    }),
    urls: row.urls,
    output: row.output,
    executionId: row.execution_id,
    executionStatus: row.status,
    submittedAt: row.submitted_at,
    ...(row.error === null ? {} : { error: toPublicError(row.error) }),
    ...(row.unread.length === 0 ? {} : { unread: row.unread }),
  };
}

/** Submissions as the form's operator sees them. */
export async function presentRecords(
  platform: Platform,
  sql: Sql,
  rows: readonly SubmissionRow[],
): Promise<FormSubmissionRecord[]> {
  const files = await filesOf(sql, rows);
  return rows.map((row) => toRecord(platform, row, files));
}

/** A submission as the form's operator sees it. */
export async function presentRecord(platform: Platform, sql: Sql, row: SubmissionRow): Promise<FormSubmissionRecord> {
  const files = await filesOf(sql, [row]);
  return toRecord(platform, row, files);
}

/** These submissions of the workspace as its team sees them. */
export async function findSubmissionRecords(
  platform: Platform,
  workspaceId: string,
  ids: readonly string[],
): Promise<FormSubmissionRecord[]> {
  const { sql } = platform.database;
  return presentRecords(platform, sql, await findSubmissions(sql, workspaceId, ids));
}

export function presentSubmissionFile(platform: Platform, file: FileRow): SubmissionFile {
  return {
    storageUri: `portico://files/${file.id}`,
    downloadUrl: downloadUrl(platform, file.id),
    fileName: file.file_name,
    fileSize: file.file_size,
    mimeType: file.mime_type,
  };
}

/**
 * The error as a visitor may read it: errors inside a workflow are for its operator, but the message of a fail node,
 * that of used-up credits, and faults of the visitor's own files, are for the visitor.
 */
export function toPublicError({ code, message }: RunError): RunError {
  // The same code as of a request that is refused for this reason.
  if (code === 'budget_exceeded') return { code: 'rate_limit_exceeded', message };
  const isOurs = RunErrorCode.safeParse(code).success && code !== 'content_unreadable';
  return { code, message: isOurs ? 'This could not be completed.' : message };
}

function toRecord(platform: Platform, row: SubmissionRow, files: ReadonlyMap<string, FileRow>): FormSubmissionRecord {
  return {
    id: row.id,
    interface_id: row.interface_id,
    message: row.message,
    inputs: row.inputs,
    files: row.file_ids.flatMap((id) => {
      const file = files.get(id);
      if (file === undefined) return [];
      const { storageUri, downloadUrl: url, fileName, fileSize, mimeType } = presentSubmissionFile(platform, file);
      return [
        {
          file_id: id,
          storage_uri: storageUri,
          download_url: url,
          file_name: fileName,
          file_size: fileSize,
          mime_type: mimeType,
        },
      ];
    }),
    urls: row.urls,
    unread: row.unread,
    output: row.output,
    execution_id: row.execution_id,
    thread_id: row.thread_id,
    rerun_of: row.rerun_of,
    preview: row.preview,
    execution_status: row.status,
    error: row.error,
    submitted_at: row.submitted_at,
    completed_at: row.completed_at,
  };
}

async function filesOf(sql: Sql, rows: readonly SubmissionRow[]): Promise<Map<string, FileRow>> {
  const ids = rows.flatMap(({ file_ids: fileIds }) => fileIds);
  const [first] = rows;
  if (first === undefined || ids.length === 0) return new Map();
  const files = await findFiles(sql, first.workspace_id, ids);
  return new Map(files.map((file) => [file.id, file]));
}
