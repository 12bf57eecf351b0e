import type { FormField, FormSubmissionRecord, SubmissionExportQuery } from '@portico/shared-types';
import { type Column, downloadTable, readInBatches } from '../../../platform/http/download-table.ts';
import type { RawAnswer } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { assertPeriod } from '../../../platform/select-page.ts';
import { recordExport } from '../../audit-log/index.ts';
import { requireFormInterface } from '../form/form-interfaces.service.ts';
import { presentRecords } from './present-submission.ts';
import { toSearch } from '../../../platform/search-words.ts';
import { type ExportedSubmission, listSubmissionsAfter } from './submissions.sql.ts';

const batchSize = 200;

/** The submissions of a form that match the query, newest first, as a download. Throws 404, and 400 for a period that ends before it begins. */
export async function exportSubmissions(
  platform: Platform,
  workspaceId: string,
  interfaceId: string,
  { columns: heading, ...query }: SubmissionExportQuery,
): Promise<RawAnswer> {
  const form = await requireFormInterface(platform, workspaceId, interfaceId);
  assertPeriod(query);
  const { sql } = platform.database;
  const resource = { id: form.id, name: form.settings.name };
  await recordExport(sql, workspaceId, resource, query);
  const columns = columnsOf(form.settings.fields, heading);
  return downloadTable({ name: form.slug, format: query.format, batches: readAll(platform, form.id, query), columns });
}

async function* readAll(
  platform: Platform,
  interfaceId: string,
  query: Omit<SubmissionExportQuery, 'format' | 'columns'>,
): AsyncGenerator<FormSubmissionRecord[]> {
  const { sql } = platform.database;
  const filters = { ...query, search: toSearch(interfaceId, query.q) };
  const batches = readInBatches<ExportedSubmission>(batchSize, async (last, limit) =>
    listSubmissionsAfter(sql, interfaceId, filters, last, limit),
  );
  for await (const rows of batches) yield presentRecords(platform, sql, rows);
}

/**
 * One column for each current field of the form; fields of earlier versions are in `other_inputs`. No column has the
 * name of another one, because many readers keep only the last of two.
 */
function columnsOf(
  fields: readonly FormField[],
  heading: SubmissionExportQuery['columns'],
): Column<FormSubmissionRecord>[] {
  const known = new Set(fields.map(({ name }) => name));
  const fixed = [...leading, ...trailing(known)].map((column) => (typeof column === 'string' ? column : column[0]));
  const withName = ({ name, label }: FormField): string => `${label} (${name})`;
  const titleOf = (field: FormField): string => {
    if (heading === 'names') return fixed.includes(field.name) ? `inputs.${field.name}` : field.name;
    const others = fields.flatMap((each) => (each === field ? [] : [each.label, withName(each)]));
    return [...fixed, ...others].includes(field.label) ? withName(field) : field.label;
  };
  return [
    ...leading,
    ...fields.map((field): Column<FormSubmissionRecord> => [
      titleOf(field),
      ({ inputs }) => (Object.hasOwn(inputs, field.name) ? inputs[field.name] : null),
    ]),
    ...trailing(known),
  ];
}

const leading: readonly Column<FormSubmissionRecord>[] = [
  'id',
  'submitted_at',
  ['status', ({ execution_status: status }) => status],
  'message',
];

/** The columns after those of the `known` fields. */
function trailing(known: ReadonlySet<string>): Column<FormSubmissionRecord>[] {
  return [
    [
      'other_inputs',
      ({ inputs }) => {
        const others = Object.entries(inputs).filter(([name]) => !known.has(name));
        return others.length === 0 ? null : Object.fromEntries(others);
      },
    ],
    ['urls', ({ urls }) => urls.join('\n')],
    ['files', ({ files }) => files.map(({ file_name: name }) => name).join('\n')],
    'output',
    ['error', ({ error }) => error?.message],
    'preview',
  ];
}
