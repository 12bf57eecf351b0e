import type { Member, NamedListQuery, Presence, Role } from '@portico/shared-types';
import type { Sql } from '../../../platform/database.ts';
import type { Page } from '../../../platform/http/route.ts';
import { descending, selectPage } from '../../../platform/select-page.ts';
import type { Membership } from '../sessions/sessions.sql.ts';

export interface MemberRole {
  readonly id: string;
  readonly user_id: string;
  readonly workspace_id: string;
  readonly role: Role;
}

export async function findRoles(sql: Sql, ids: readonly string[]): Promise<MemberRole[]> {
  return sql<MemberRole[]>`
    SELECT id, user_id, workspace_id, role FROM members WHERE id = ANY(${[...ids]}::text[])`;
}

export async function findMembership(sql: Sql, workspaceId: string, userId: string): Promise<MemberRole | undefined> {
  const [row] = await sql<MemberRole[]>`
    SELECT id, user_id, workspace_id, role FROM members WHERE workspace_id = ${workspaceId} AND user_id = ${userId}`;
  return row;
}

/** A person's workspaces, in the order of joining. */
export async function listMemberships(sql: Sql, userId: string): Promise<Membership[]> {
  return sql<Membership[]>`
    SELECT m.id, m.role, w.id AS workspace_id, w.name AS workspace_name
    FROM members m JOIN workspaces w ON w.id = m.workspace_id WHERE m.user_id = ${userId} ORDER BY m.id`;
}

/** The presence of the member `m`: `away` without a heartbeat for five minutes, regardless of the chosen one. */
export const presenceOf = (sql: Sql) =>
  sql`CASE WHEN m.presence = 'online' AND m.heartbeat_at > now() - interval '5 minutes' THEN 'online' ELSE 'away' END`;

const columns = (
  sql: Sql,
) => sql`m.id, m.role, ${presenceOf(sql)} AS presence, m.created_at, m.user_id, u.email, u.name,
  u.avatar_url, u.created_at AS user_created_at, u.last_seen_at`;

interface MemberRow {
  readonly id: string;
  readonly role: Role;
  readonly presence: Presence;
  readonly created_at: string;
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
  readonly avatar_url: string | null;
  readonly user_created_at: string;
  readonly last_seen_at: string | null;
}

export async function listMembers(sql: Sql, workspaceId: string, query: NamedListQuery): Promise<Page<Member>> {
  const { items, total } = await selectPage<MemberRow>(sql, query, {
    columns: columns(sql),
    from: sql`members m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = ${workspaceId}`,
    createdAt: sql`m.created_at`,
    order: [descending(sql`m.id`)],
    named: [sql`u.name`, sql`u.email`],
    id: sql`m.id`,
  });
  return { items: items.map(toMember), total };
}

export async function findMember(sql: Sql, workspaceId: string, id: string): Promise<Member | undefined> {
  const [row] = await sql<MemberRow[]>`
    SELECT ${columns(sql)} FROM members m JOIN users u ON u.id = m.user_id
    WHERE m.workspace_id = ${workspaceId} AND m.id = ${id}`;
  return row === undefined ? undefined : toMember(row);
}

/** Does nothing if the person is a member already. */
export async function insertMember(
  sql: Sql,
  member: { id: string; workspaceId: string; userId: string; role: Role },
): Promise<boolean> {
  const rows = await sql`
    INSERT INTO members (id, workspace_id, user_id, role)
    VALUES (${member.id}, ${member.workspaceId}, ${member.userId}, ${member.role})
    ON CONFLICT (workspace_id, user_id) DO NOTHING RETURNING 1`;
  return rows.length > 0;
}

export async function updateRole(sql: Sql, workspaceId: string, id: string, role: Role): Promise<void> {
  await sql`UPDATE members SET role = ${role} WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

export async function deleteMember(sql: Sql, workspaceId: string, id: string): Promise<void> {
  await sql`DELETE FROM members WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

/** Locks the workspace's owners until the transaction ends, so that two changes can't remove the last two. */
export async function lockOwners(sql: Sql, workspaceId: string): Promise<string[]> {
  await sql`SELECT 1 FROM workspaces WHERE id = ${workspaceId} FOR NO KEY UPDATE`;
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM members WHERE workspace_id = ${workspaceId} AND role = 'owner'`;
  return rows.map(({ id }) => id);
}

/** Records that the person's console is open; a chosen presence is kept until the next one. */
export async function noteHeartbeat(sql: Sql, memberId: string, presence?: Presence): Promise<void> {
  await sql`UPDATE members SET heartbeat_at = now(), presence = coalesce(${presence ?? null}, presence)
    WHERE id = ${memberId}`;
}

function toMember(row: MemberRow): Member {
  return {
    id: row.id,
    user: {
      id: row.user_id,
      email: row.email,
      name: row.name,
      avatar_url: row.avatar_url,
      created_at: row.user_created_at,
      last_seen_at: row.last_seen_at,
    },
    role: row.role,
    presence: row.presence,
    created_at: row.created_at,
  };
}
