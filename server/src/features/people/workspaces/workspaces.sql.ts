import type { JoinedWorkspace, PageQuery, Workspace } from '@portico/shared-types';
import { json, type Sql } from '../../../platform/database.ts';
import type { Page } from '../../../platform/http/route.ts';
import { descending, selectPage } from '../../../platform/select-page.ts';

/** A workspace with the parts of its settings that were given. */
export interface WorkspaceRow extends Omit<Workspace, 'mcp' | 'retention'> {
  readonly mcp: Partial<Workspace['mcp']>;
  readonly retention: Partial<Workspace['retention']>;
}

const columns = (sql: Sql) => sql`id, name, timezone, business_hours, notify_after_seconds, notice_emails,
  notice_webhook_url, retention, mcp, created_at`;

export async function findWorkspaceById(sql: Sql, id: string): Promise<WorkspaceRow | undefined> {
  const [row] = await sql<WorkspaceRow[]>`SELECT ${columns(sql)} FROM workspaces WHERE id = ${id}`;
  return row;
}

/** The same, locked against changes until the transaction ends. */
export async function lockWorkspace(sql: Sql, id: string): Promise<WorkspaceRow | undefined> {
  const [row] = await sql<WorkspaceRow[]>`
    SELECT ${columns(sql)} FROM workspaces WHERE id = ${id} FOR NO KEY UPDATE`;
  return row;
}

export async function updateWorkspace(sql: Sql, workspace: Workspace): Promise<void> {
  await sql`
    UPDATE workspaces SET name = ${workspace.name}, timezone = ${workspace.timezone},
      business_hours = ${workspace.business_hours === null ? null : json(workspace.business_hours)}::jsonb,
      notify_after_seconds = ${workspace.notify_after_seconds},
      notice_emails = ${workspace.notice_emails === null ? null : [...workspace.notice_emails]}::text[],
      notice_webhook_url = ${workspace.notice_webhook_url}, retention = ${json(workspace.retention)}::jsonb,
      mcp = ${json(workspace.mcp)}::jsonb
    WHERE id = ${workspace.id}`;
}

/** Rejected by workspaces_name_key for a taken name. */
export async function insertNewWorkspace(sql: Sql, id: string, name: string): Promise<void> {
  await sql`INSERT INTO workspaces (id, name) VALUES (${id}, ${name})`;
}

export async function listJoined(sql: Sql, userId: string, query: PageQuery): Promise<Page<JoinedWorkspace>> {
  return selectPage<JoinedWorkspace>(sql, query, {
    columns: sql`w.id, w.name, m.role`,
    from: sql`members m JOIN workspaces w ON w.id = m.workspace_id WHERE m.user_id = ${userId}`,
    createdAt: sql`w.created_at`,
    order: [descending(sql`m.id`)],
  });
}

/** Whether a person owns any workspace. */
export async function ownsSome(sql: Sql, userId: string): Promise<boolean> {
  const [row] = await sql`SELECT 1 FROM members WHERE user_id = ${userId} AND role = 'owner' LIMIT 1`;
  return row !== undefined;
}
