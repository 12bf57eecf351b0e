import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FormSubmissionRecord, SubmissionExportQuery } from '@portico/shared-types';
import Papa from 'papaparse';
import { disarmFormula } from '../../../platform/disarm-formula.ts';
import { RawAnswer } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { assertPeriod } from '../../../platform/select-page.ts';
import { requireFormInterface } from '../form/form-interfaces.service.ts';
import { presentRecords } from './present-submission.ts';
import { type ExportedSubmission, listSubmissionsAfter } from './submissions.sql.ts';

/** Number of submissions read at once: the memory that a download uses, regardless of its length. */
const batchSize = 200;

/**
 * Every submission of a form, newest first, as a download that is read from the database as fast as the client reads
 * it. Throws 404, and 400 for a period that ends before it begins.
 */
export async function exportSubmissions(
  platform: Platform,
  workspaceId: string,
  interfaceId: string,
  query: SubmissionExportQuery,
): Promise<RawAnswer> {
  const form = await requireFormInterface(platform, workspaceId, interfaceId);
  assertPeriod(query);
  const fields = form.settings.fields.map(({ name }) => name);
  const lines =
    query.format === 'csv'
      ? toCsv(fields, readAll(platform, form.id, query))
      : toJsonLines(readAll(platform, form.id, query));
  return new RawAnswer(async (response) => {
    response
      .status(200)
      .type(query.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8');
    response.set('Content-Disposition', `attachment; filename="${form.slug}.${query.format}"`);
    response.set('Cache-Control', 'private, no-store');
    await pipeline(Readable.from(lines), response).catch((error: unknown) => {
      // A client that disconnects ends the download.
      if (!response.destroyed) throw error;
    });
  });
}

async function* readAll(
  platform: Platform,
  interfaceId: string,
  period: Pick<SubmissionExportQuery, 'from' | 'to'>,
): AsyncGenerator<FormSubmissionRecord[]> {
  const { sql } = platform.database;
  let last: ExportedSubmission | undefined;
  do {
    const rows = await listSubmissionsAfter(sql, interfaceId, period, last, batchSize);
    if (rows.length > 0) yield presentRecords(platform, sql, rows);
    last = rows.length < batchSize ? undefined : rows.at(-1);
  } while (last !== undefined);
}

async function* toJsonLines(batches: AsyncIterable<FormSubmissionRecord[]>): AsyncGenerator<string> {
  for await (const records of batches) yield records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** One column for each current field of the form; fields of earlier versions are in `other_inputs`. */
async function* toCsv(
  fields: readonly string[],
  batches: AsyncIterable<FormSubmissionRecord[]>,
): AsyncGenerator<string> {
  const head = [
    'id',
    'submitted_at',
    'status',
    'message',
    ...fields,
    'other_inputs',
    'urls',
    'files',
    'output',
    'error',
  ];
  yield `\uFEFF${writeLines([head])}`;
  for await (const records of batches) yield writeLines(records.map((record) => toRow(fields, record)));
}

function toRow(fields: readonly string[], record: FormSubmissionRecord): string[] {
  const known = new Set(fields);
  const others = Object.entries(record.inputs).filter(([name]) => !known.has(name));
  return [
    record.id,
    record.submitted_at,
    record.execution_status,
    record.message,
    ...fields.map((name) => write(record.inputs[name])),
    others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others)),
    record.urls.join('\n'),
    record.files.map(({ file_name: name }) => name).join('\n'),
    record.output ?? '',
    record.error?.message ?? '',
  ];
}

function write(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(write).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function writeLines(rows: readonly string[][]): string {
  return `${Papa.unparse(
    rows.map((row) => row.map(disarmFormula)),
    { newline: '\r\n' },
  )}\r\n`;
}
