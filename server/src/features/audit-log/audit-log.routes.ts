import { AuditEntry, AuditLogQuery } from '@portico/shared-types';
import { versionedRoute } from '../../platform/http/route.ts';
import { listEntries, type AuditRow } from './audit-log.sql.ts';

export const auditLogRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/audit-log',
    tag: 'Audit log',
    summary: 'List changes, newest first',
    description: 'Lists who changed what in the workspace, and who signed in. Secrets are masked.',
    operationId: 'listAuditLog',
    scopes: ['audit:read'],
    query: AuditLogQuery,
    answer: AuditEntry,
    list: true,
    handle: async ({ platform, caller, query }) => {
      const { items, total } = await listEntries(platform.database.sql, caller.workspaceId, query);
      return { items: items.map(toEntry), total };
    },
  }),
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
