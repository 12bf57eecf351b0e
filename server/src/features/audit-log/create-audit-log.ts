import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { auditLogRoutes } from './audit-log.routes.ts';

export function createAuditLog(platform: Platform): Feature {
  return {
    name: 'audit-log',
    routes: bindRoutes(platform, auditLogRoutes),
  };
}
