import type { AuditEntry, AuditExportQuery, AuditLogQuery } from '@portico/shared-types';
import { type Column, downloadTable, readInBatches } from '../../platform/http/download-table.ts';
import type { Page, RawAnswer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { assertPeriod } from '../../platform/select-page.ts';
import { type AuditRow, listEntries, listEntriesAfter } from './audit-log.sql.ts';
import { recordExport } from './record-change.ts';

const batchSize = 200;

/** Returns a page of the workspace's changes, newest first. */
export async function listAuditLog(
  platform: Platform,
  workspaceId: string,
  query: AuditLogQuery,
): Promise<Page<AuditEntry>> {
  const { items, total } = await listEntries(platform.database.sql, workspaceId, query);
  return { items: items.map(toEntry), total };
}

/** Every entry that matches, newest first, as a download, which is itself recorded. */
export async function exportAuditLog(
  platform: Platform,
  workspaceId: string,
  { format, ...query }: AuditExportQuery,
): Promise<RawAnswer> {
  const { sql } = platform.database;
  assertPeriod(query);
  await recordExport(sql, workspaceId, 'audit-log', { format, ...query });
  const batches = readInBatches<AuditEntry>(batchSize, async (last, limit) =>
    (await listEntriesAfter(sql, workspaceId, query, last?.id, limit)).map(toEntry),
  );
  return downloadTable({ name: 'audit-log', format, batches, columns });
}

const columns: readonly Column<AuditEntry>[] = [
  'id',
  'at',
  ['actor_type', ({ actor }) => actor.type],
  ['actor_id', ({ actor }) => actor.id],
  ['actor_name', ({ actor }) => actor.name],
  'action',
  ['resource_type', ({ resource }) => resource.type],
  ['resource_id', ({ resource }) => resource.id],
  ['resource_name', ({ resource }) => resource.name],
  'changes',
  'ip',
  'request_id',
];

function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    action: row.action,
    resource: { type: row.resource_type, id: row.resource_id, name: row.resource_name },
    changes: row.changes,
    ip: row.ip,
    request_id: row.request_id,
  };
}
