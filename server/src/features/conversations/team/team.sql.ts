import type { Assignee, Role } from '@portico/shared-types';
import type { Fragment, Sql } from '../../../platform/database.ts';

/** Which members can answer conversations. */
export interface Answering {
  readonly roles: readonly Role[];
  /** The presence of the member `m`. */
  readonly presenceOf: (sql: Sql) => Fragment;
}

const isUsableKey = (sql: Sql) => sql`
  revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) AND 'conversations:write' = ANY(scopes)`;

/** Who can answer conversations: members whose role allows it, and API keys, which act as members. */
const assignees = (sql: Sql, workspaceId: string, { roles, presenceOf }: Answering) => sql`(
  SELECT m.id, users.name, users.avatar_url, ${presenceOf(sql)} AS presence
  FROM members m JOIN users ON users.id = m.user_id
  WHERE m.workspace_id = ${workspaceId} AND m.role = ANY(${[...roles]})
  UNION ALL
  SELECT id, name, NULL, CASE WHEN EXISTS (
      SELECT 1 FROM conversations c WHERE c.workspace_id = ${workspaceId} AND c.assignee_id = api_keys.id
    ) THEN 'online' ELSE 'away' END
  FROM api_keys
  WHERE workspace_id = ${workspaceId} AND ${isUsableKey(sql)}
) AS assignees`;

export async function listAssignees(sql: Sql, workspaceId: string, answering: Answering): Promise<Assignee[]> {
  return sql<Assignee[]>`
    SELECT id, name, avatar_url, presence FROM ${assignees(sql, workspaceId, answering)} ORDER BY lower(name), id`;
}

export async function findAssignee(
  sql: Sql,
  workspaceId: string,
  id: string,
  answering: Answering,
): Promise<Assignee | undefined> {
  const [row] = await sql<Assignee[]>`
    SELECT id, name, avatar_url, presence FROM ${assignees(sql, workspaceId, answering)} WHERE id = ${id}`;
  return row;
}

/** Whether a member of the workspace is online, or an API key has a conversation. */
export async function isTeamOnline(sql: Sql, workspaceId: string, answering: Answering): Promise<boolean> {
  const [row] = await sql`SELECT 1 FROM ${assignees(sql, workspaceId, answering)} WHERE presence = 'online' LIMIT 1`;
  return row !== undefined;
}

/** The ids of the conversations that are assigned to somebody, in the order in which they are locked. */
export async function listAssigned(sql: Sql, workspaceId: string, assigneeId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM conversations WHERE workspace_id = ${workspaceId} AND assignee_id = ${assigneeId} ORDER BY id`;
  return rows.map(({ id }) => id);
}

/** An assignee of conversations who can no longer answer. */
export interface LostAssignee {
  readonly id: string;
  readonly workspace_id: string;
}

/** Those of all workspaces, except some. */
export async function findLostAssignees(
  sql: Sql,
  { roles }: Answering,
  except: readonly string[],
): Promise<LostAssignee[]> {
  return sql<LostAssignee[]>`
    SELECT DISTINCT workspace_id, assignee_id AS id FROM conversations c
    WHERE assignee_id IS NOT NULL AND assignee_id <> ALL(${[...except]}::text[])
      AND NOT EXISTS (SELECT 1 FROM members WHERE id = c.assignee_id AND role = ANY(${[...roles]}))
      AND NOT EXISTS (SELECT 1 FROM api_keys WHERE id = c.assignee_id AND ${isUsableKey(sql)})
    LIMIT 100`;
}
