import type { AuditEntry, AuditLogQuery } from '@portico/shared-types';
import type { Page } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AuditRow, listEntries } from './audit-log.sql.ts';

/** Returns a page of the workspace's changes, newest first. */
export async function listAuditLog(
  platform: Platform,
  workspaceId: string,
  query: AuditLogQuery,
): Promise<Page<AuditEntry>> {
  const { items, total } = await listEntries(platform.database.sql, workspaceId, query);
  return { items: items.map(toEntry), total };
}

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
