export { createAuditLog } from './create-audit-log.ts';
export { deleteOldEntries } from './delete-old-entries.ts';
export { auditLogRoutes } from './audit-log.routes.ts';
export { recordChange, recordExport, recordOnce } from './record-change.ts';
