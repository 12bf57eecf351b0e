import type { PageQuery, Role } from '@portico/shared-types';
import type { Sql } from '../../../platform/database.ts';
import type { Page } from '../../../platform/http/route.ts';
import { selectPage } from '../../../platform/select-page.ts';

/** A person's membership of a workspace. */
export interface Membership {
  readonly id: string;
  readonly role: Role;
  readonly workspace_id: string;
  readonly workspace_name: string;
}

/** A session that has not ended, with the person or the key behind it. */
export interface SessionRow {
  readonly id: string;
  readonly token_hash: string;
  readonly user_id: string | null;
  readonly api_key_id: string | null;
  readonly key_secret_hash: Buffer | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly avatar_url: string | null;
  readonly last_workspace_id: string | null;
  readonly memberships: readonly Membership[];
}

/** A session ends after 14 days without use, and 60 days after it began. */
const isLive = (sql: Sql) =>
  sql`s.last_seen_at > now() - interval '14 days' AND s.created_at > now() - interval '60 days'`;

const sessions = (sql: Sql) => sql`
  SELECT s.id, s.token_hash, s.user_id, s.api_key_id, s.key_secret_hash, u.email, u.name, u.avatar_url,
    u.last_workspace_id, coalesce(m.memberships, '[]'::jsonb) AS memberships
  FROM sign_in_sessions s LEFT JOIN users u ON u.id = s.user_id LEFT JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('id', m.id, 'role', m.role, 'workspace_id', w.id, 'workspace_name', w.name)
      ORDER BY m.id) AS memberships
    FROM members m JOIN workspaces w ON w.id = m.workspace_id WHERE m.user_id = u.id) m ON true
  WHERE ${isLive(sql)}`;

export async function findSessionsByToken(sql: Sql, hashes: readonly string[]): Promise<SessionRow[]> {
  return sql<SessionRow[]>`${sessions(sql)} AND s.token_hash = ANY(${[...hashes]}::text[])`;
}

export async function findSessionsById(sql: Sql, ids: readonly string[]): Promise<SessionRow[]> {
  return sql<SessionRow[]>`${sessions(sql)} AND s.id = ANY(${[...ids]}::text[])`;
}

export interface NewSession {
  readonly id: string;
  readonly tokenHash: string;
  readonly userId: string | null;
  readonly apiKeyId: string | null;
  readonly keySecretHash: Buffer | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

export async function insertSession(sql: Sql, session: NewSession): Promise<void> {
  await sql`
    INSERT INTO sign_in_sessions (id, token_hash, user_id, api_key_id, key_secret_hash, ip, user_agent)
    VALUES (${session.id}, ${session.tokenHash}, ${session.userId}, ${session.apiKeyId}, ${session.keySecretHash},
      ${session.ip}, ${session.userAgent})`;
}

/** The owner of sessions: a person, or the key that opened them. */
export type SessionOwner = { readonly userId: string } | { readonly apiKeyId: string };

const ownedBy = (sql: Sql, owner: SessionOwner) =>
  'userId' in owner ? sql`s.user_id = ${owner.userId}` : sql`s.api_key_id = ${owner.apiKeyId}`;

export interface ListedSession {
  readonly id: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly ip: string | null;
  readonly user_agent: string | null;
}

export async function listSessions(sql: Sql, owner: SessionOwner, query: PageQuery): Promise<Page<ListedSession>> {
  return selectPage<ListedSession>(sql, query, {
    columns: sql`id, created_at, last_seen_at, ip, user_agent`,
    from: sql`sign_in_sessions s WHERE ${ownedBy(sql, owner)} AND ${isLive(sql)}`,
  });
}

/** Returns the ids of the ended sessions: all of the owner's, or the given one, but not `except`. */
export async function deleteSessions(
  sql: Sql,
  owner: SessionOwner,
  { id, except }: { id?: string; except?: string | undefined } = {},
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    DELETE FROM sign_in_sessions s WHERE ${ownedBy(sql, owner)}
      AND s.id = coalesce(${id ?? null}::text, s.id) AND s.id IS DISTINCT FROM ${except ?? null}
    RETURNING s.id`;
  return rows.map((row) => row.id);
}

export async function deleteOldSessions(sql: Sql): Promise<void> {
  await sql`DELETE FROM sign_in_sessions s WHERE NOT (${isLive(sql)})`;
}

/** Rounded to the minute, so that a busy session causes one write a minute. */
export async function markSessionUsed(
  sql: Sql,
  { id, userId, workspaceId }: { id: string; userId: string | null; workspaceId: string | null },
): Promise<void> {
  await sql`UPDATE sign_in_sessions SET last_seen_at = now() WHERE id = ${id}`;
  if (userId === null) return;
  await sql`UPDATE users SET last_seen_at = now(), last_workspace_id = coalesce(${workspaceId}, last_workspace_id)
    WHERE id = ${userId}`;
}
