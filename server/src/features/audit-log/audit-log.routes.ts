import { AuditEntry, AuditLogQuery } from '@portico/shared-types';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { Platform } from '../../platform/platform.ts';
import { listAuditLog } from './audit-log.service.ts';

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
];
