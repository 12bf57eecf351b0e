import type { AuditLogQuery } from '@portico/shared-types';
import { json, type Sql, type Transaction } from '../../platform/database.ts';
import type { Page } from '../../platform/http/route.ts';
import { type List, selectAfter, selectPage } from '../../platform/select-page.ts';

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

type Filters = Omit<AuditLogQuery, 'page' | 'per_page'>;

export async function insertEntry(sql: Sql, workspaceId: string, entry: Omit<AuditRow, 'at'>): Promise<void> {
  await sql`
    INSERT INTO audit_log (id, workspace_id, actor_type, actor_id, actor_name, action, resource_type, resource_id,
      resource_name, changes, ip, request_id)
    VALUES (${entry.id}, ${workspaceId}, ${entry.actor_type}, ${entry.actor_id}, ${entry.actor_name}, ${entry.action},
      ${entry.resource_type}, ${entry.resource_id}, ${entry.resource_name}, ${json(entry.changes)}::jsonb, ${entry.ip},
      ${entry.request_id})`;
}

export async function hasEntry(sql: Sql, workspaceId: string, action: string, resourceId: string): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM audit_log
    WHERE workspace_id = ${workspaceId} AND resource_id = ${resourceId} AND action = ${action} LIMIT 1`;
  return rows.length > 0;
}

export async function listEntries(sql: Sql, workspaceId: string, query: AuditLogQuery): Promise<Page<AuditRow>> {
  return selectPage<AuditRow>(sql, query, { ...entries(sql, workspaceId, query), key: sql`id` });
}

/** The next entries after `lastId`, newest first. */
export async function listEntriesAfter(
  sql: Sql,
  workspaceId: string,
  query: Filters,
  lastId: string | undefined,
  limit: number,
): Promise<AuditRow[]> {
  return selectAfter<AuditRow>(sql, query, entries(sql, workspaceId, query), lastId, limit);
}

/** Deletes the oldest entries, at most `limit`; returns the number. Nothing else may delete entries. */
export async function deleteEntriesBefore(
  tx: Transaction,
  workspaceId: string,
  before: string,
  limit: number,
): Promise<number> {
  await tx`SET LOCAL portico.audit_sweep = 'on'`;
  const rows = await tx`
    DELETE FROM audit_log WHERE id = ANY(ARRAY(
      SELECT id FROM audit_log WHERE workspace_id = ${workspaceId} AND at < ${before}
      ORDER BY at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING 1`;
  return rows.length;
}

function entries(sql: Sql, workspaceId: string, { actor, action, resource_id: resourceId }: Filters): List {
  const byActor = actor === undefined ? sql`` : sql`AND actor_id = ${actor}`;
  const byAction = action === undefined ? sql`` : sql`AND action = ${action}`;
  const byResource = resourceId === undefined ? sql`` : sql`AND resource_id = ${resourceId}`;
  return {
    columns: sql`id, at, actor_type, actor_id, actor_name, action, resource_type, resource_id, resource_name, changes,
      ip, request_id`,
    from: sql`audit_log WHERE workspace_id = ${workspaceId} ${byActor} ${byAction} ${byResource}`,
    createdAt: sql`at`,
    size: sql`coalesce(pg_column_size(changes), 0)`,
  };
}
