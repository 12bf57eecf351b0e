import type { Assignee } from '@portico/shared-types';
import type { Sql } from '../../../platform/database.ts';

/** Roles that can answer conversations (docs/operating.md). */
const answering = ['owner', 'editor', 'responder'];

/** Minutes without a heartbeat after which a member counts as away. */
const awayAfter = '5 minutes';

const isUsableKey = (sql: Sql) => sql`
  revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) AND 'conversations:write' = ANY(scopes)`;

/** Who can answer conversations: members whose role allows it, and API keys, which act as members. */
const assignees = (sql: Sql, workspaceId: string) => sql`(
  SELECT members.id, users.name, users.avatar_url,
    CASE WHEN presence = 'online' AND heartbeat_at > now() - ${awayAfter}::interval THEN 'online' ELSE 'away' END
      AS presence
  FROM members JOIN users ON users.id = members.user_id
  WHERE members.workspace_id = ${workspaceId} AND role = ANY(${answering})
  UNION ALL
  SELECT id, name, NULL, CASE WHEN EXISTS (
      SELECT 1 FROM conversations c WHERE c.workspace_id = ${workspaceId} AND c.assignee_id = api_keys.id
    ) THEN 'online' ELSE 'away' END
  FROM api_keys
  WHERE workspace_id = ${workspaceId} AND ${isUsableKey(sql)}
) AS assignees`;

export async function listAssignees(sql: Sql, workspaceId: string): Promise<Assignee[]> {
  return sql<Assignee[]>`
    SELECT id, name, avatar_url, presence FROM ${assignees(sql, workspaceId)} ORDER BY lower(name), id`;
}

export async function findAssignee(sql: Sql, workspaceId: string, id: string): Promise<Assignee | undefined> {
  const [row] = await sql<Assignee[]>`
    SELECT id, name, avatar_url, presence FROM ${assignees(sql, workspaceId)} WHERE id = ${id}`;
  return row;
}

/** Whether a member of the workspace is online, or an API key has a conversation. */
export async function isTeamOnline(sql: Sql, workspaceId: string): Promise<boolean> {
  const [row] = await sql`SELECT 1 FROM ${assignees(sql, workspaceId)} WHERE presence = 'online' LIMIT 1`;
  return row !== undefined;
}

/** The ids of the conversations that are assigned to somebody, in the order in which they are locked. */
export async function listAssigned(sql: Sql, workspaceId: string, assigneeId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM conversations WHERE workspace_id = ${workspaceId} AND assignee_id = ${assigneeId} ORDER BY id`;
  return rows.map(({ id }) => id);
}

/** Assignees of conversations who can no longer answer, in all workspaces. */
export async function findLostAssignees(sql: Sql): Promise<{ workspace_id: string; assignee_id: string }[]> {
  return sql<{ workspace_id: string; assignee_id: string }[]>`
    SELECT DISTINCT workspace_id, assignee_id FROM conversations c
    WHERE assignee_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM members WHERE id = c.assignee_id AND role = ANY(${answering}))
      AND NOT EXISTS (SELECT 1 FROM api_keys WHERE id = c.assignee_id AND ${isUsableKey(sql)})
    LIMIT 100`;
}
