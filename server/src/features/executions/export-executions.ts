import type { Execution, ExecutionExportQuery } from '@portico/shared-types';
import { type Column, downloadTable, readInBatches } from '../../platform/http/download-table.ts';
import type { RawAnswer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { assertPeriod } from '../../platform/select-page.ts';
import { recordExport } from '../audit-log/index.ts';
import { listExecutionsAfter } from './executions.sql.ts';

/** Inputs and outputs can be megabytes each. */
const batchSize = 20;

/** Every execution that matches, newest first, as a download. Throws 400 for a period that ends before it begins. */
export async function exportExecutions(
  platform: Platform,
  workspaceId: string,
  { format, ...query }: ExecutionExportQuery,
): Promise<RawAnswer> {
  const { sql } = platform.database;
  assertPeriod(query);
  await recordExport(sql, workspaceId, 'executions', { format, ...query });
  const batches = readInBatches<Execution>(batchSize, async (last, limit) =>
    listExecutionsAfter(sql, workspaceId, query, last?.id, limit),
  );
  return downloadTable({ name: 'executions', format, batches, columns });
}

const columns: readonly Column<Execution>[] = [
  'id',
  'workflow_id',
  'workflow_name',
  'workflow_version',
  'trigger_id',
  'retry_of',
  'status',
  'created_at',
  'started_at',
  'completed_at',
  'cancelled_at',
  'duration_ms',
  'inputs',
  'outputs',
  ['error_code', ({ error }) => error?.code],
  ['error_message', ({ error }) => error?.message],
];
