export { createAuditLog } from './create-audit-log.ts';
export { auditLogRoutes } from './audit-log.routes.ts';
export { recordChange } from './record-change.ts';
