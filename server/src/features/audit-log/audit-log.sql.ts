import type { AuditLogQuery } from '@portico/shared-types';
import { json, type Sql } from '../../platform/database.ts';
import type { Page } from '../../platform/http/route.ts';
import { selectPage } from '../../platform/select-page.ts';

export interface AuditRow {
  readonly id: string;
  readonly at: string;
  readonly actor_type: 'user' | 'api_key' | 'system';
  readonly actor_id: string;
  readonly actor_name: string;
  readonly action: string;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly resource_name: string | null;
  readonly changes: Record<string, { before: unknown; after: unknown }>;
  readonly ip: string | null;
  readonly request_id: string | null;
}

export async function insertEntry(sql: Sql, workspaceId: string, entry: Omit<AuditRow, 'at'>): Promise<void> {
  await sql`
    INSERT INTO audit_log (id, workspace_id, actor_type, actor_id, actor_name, action, resource_type, resource_id,
      resource_name, changes, ip, request_id)
    VALUES (${entry.id}, ${workspaceId}, ${entry.actor_type}, ${entry.actor_id}, ${entry.actor_name}, ${entry.action},
      ${entry.resource_type}, ${entry.resource_id}, ${entry.resource_name}, ${json(entry.changes)}::jsonb, ${entry.ip},
      ${entry.request_id})`;
}

export async function listEntries(sql: Sql, workspaceId: string, query: AuditLogQuery): Promise<Page<AuditRow>> {
  const { actor, action, resource_id: resourceId } = query;
  const byActor = actor === undefined ? sql`` : sql`AND actor_id = ${actor}`;
  const byAction = action === undefined ? sql`` : sql`AND action = ${action}`;
  const byResource = resourceId === undefined ? sql`` : sql`AND resource_id = ${resourceId}`;
  return selectPage<AuditRow>(sql, query, {
    columns: sql`id, at, actor_type, actor_id, actor_name, action, resource_type, resource_id, resource_name, changes,
      ip, request_id`,
    from: sql`audit_log WHERE workspace_id = ${workspaceId} ${byActor} ${byAction} ${byResource}`,
    createdAt: sql`at`,
    key: sql`id`,
  });
}
