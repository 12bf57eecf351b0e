export { auditLogRoutes } from './audit-log.routes.ts';
export { recordChange } from './record-change.ts';
