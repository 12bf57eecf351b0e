import { AuditEntry, AuditExportQuery, AuditLogQuery } from '@portico/shared-types';
import { tableFormats } from '../../platform/http/download-table.ts';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { Platform } from '../../platform/platform.ts';
import { exportAuditLog, listAuditLog } from './audit-log.service.ts';

const { versionedRoute } = routesOn<Platform>();

export const auditLogRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/audit-log',
    tag: 'Audit log',
    summary: 'List changes, newest first',
    description: 'Lists all changes in the workspace and all sign-ins, with the person or key. Secrets are masked.',
    operationId: 'listAuditLog',
    scopes: ['audit:read'],
    query: AuditLogQuery,
    answer: AuditEntry,
    list: true,
    handle: async ({ platform, caller, query }) => listAuditLog(platform, caller.workspaceId, query),
  }),
  versionedRoute({
    method: 'GET',
    path: '/audit-log/export',
    tag: 'Audit log',
    summary: 'Download the audit log',
    description: `Streams every entry that matches the query, newest first, ${tableFormats}.`,
    operationId: 'exportAuditLog',
    scopes: ['audit:read'],
    query: AuditExportQuery,
    bare: {
      'text/csv': { example: 'id,at,actor_type,actor_id,…\r\naud_01…,2026-11-02T09:30:00.000Z,user,usr_01…,…\r\n' },
      'application/x-ndjson': {
        example: '{"id":"aud_01…","at":"2026-11-02T09:30:00.000Z","action":"agent.updated"}\n',
      },
    },
    errors: ['validation_error'],
    handle: async ({ platform, caller, query }) => exportAuditLog(platform, caller.workspaceId, query),
  }),
];
