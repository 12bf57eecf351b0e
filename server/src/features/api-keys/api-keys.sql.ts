import type { Page } from '../../platform/http/route.ts';
import type { NamedListQuery, Scope } from '@portico/shared-types';
import type { Sql } from '../../platform/database.ts';
import { selectPage } from '../../platform/select-page.ts';

export interface ApiKeyRow {
  id: string;
  workspace_id: string;
  name: string;
  scopes: Scope[];
  rate_limit_per_minute: number | null;
  rate_limit_per_day: number | null;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  created_at: string;
}

const columns = (sql: Sql) => sql`id, workspace_id, name, scopes, rate_limit_per_minute, rate_limit_per_day,
  expires_at, revoked_at, last_used_at, created_at`;

/** A key with the hash of its secret. */
export type LoginKey = ApiKeyRow & { secret_hash: Buffer };

/** The key with this id in any workspace. */
export async function findKeyForLogin(sql: Sql, id: string): Promise<LoginKey | undefined> {
  const [row] = await findKeysForLogin(sql, [id]);
  return row;
}

export async function findKeysForLogin(sql: Sql, ids: readonly string[]): Promise<LoginKey[]> {
  return sql<LoginKey[]>`
    SELECT ${columns(sql)}, secret_hash FROM api_keys WHERE id = ANY(${[...ids]}::text[])`;
}

export async function findKey(sql: Sql, workspaceId: string, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await sql<ApiKeyRow[]>`
    SELECT ${columns(sql)} FROM api_keys WHERE workspace_id = ${workspaceId} AND id = ${id}`;
  return row;
}

export async function listKeys(sql: Sql, workspaceId: string, query: NamedListQuery): Promise<Page<ApiKeyRow>> {
  return selectPage<ApiKeyRow>(sql, query, {
    columns: columns(sql),
    from: sql`api_keys WHERE workspace_id = ${workspaceId}`,
    named: [sql`name`],
  });
}

export interface NewKey {
  id: string;
  workspaceId: string;
  name: string;
  secretHash: Buffer;
  scopes: readonly Scope[];
  limitPerMinute: number | null;
  limitPerDay: number | null;
  expiresAt: string | null;
}

export async function insertKey(sql: Sql, key: NewKey): Promise<ApiKeyRow> {
  const [row] = await sql<ApiKeyRow[]>`
    INSERT INTO api_keys (id, workspace_id, name, secret_hash, scopes, rate_limit_per_minute, rate_limit_per_day,
      expires_at)
    VALUES (${key.id}, ${key.workspaceId}, ${key.name}, ${key.secretHash}, ${[...key.scopes]},
      ${key.limitPerMinute}, ${key.limitPerDay}, ${key.expiresAt})
    RETURNING ${columns(sql)}`;
  if (row === undefined) throw new Error('the key was not stored');
  return row;
}

/** Returns nothing if the key doesn't exist, is revoked or has expired. */
export async function replaceSecret(
  sql: Sql,
  workspaceId: string,
  id: string,
  secretHash: Buffer,
): Promise<ApiKeyRow | undefined> {
  const [row] = await sql<ApiKeyRow[]>`
    UPDATE api_keys SET secret_hash = ${secretHash}
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > now())
    RETURNING ${columns(sql)}`;
  return row;
}

/** Returns false if the key was already revoked. */
export async function markRevoked(sql: Sql, workspaceId: string, id: string): Promise<boolean> {
  const rows = await sql`UPDATE api_keys SET revoked_at = now()
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND revoked_at IS NULL RETURNING 1`;
  return rows.length > 0;
}

/** Rounded to the minute, so that a busy key causes one write a minute. */
export async function markUsed(sql: Sql, id: string): Promise<void> {
  await sql`UPDATE api_keys SET last_used_at = date_trunc('minute', now())
    WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < date_trunc('minute', now()))`;
}

export async function findWorkspace(sql: Sql, name: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`SELECT id FROM workspaces WHERE name = ${name}`;
  return row?.id;
}

/** The workspace with that id or else with that name. */
export async function findNamedWorkspace(sql: Sql, wanted: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    SELECT id FROM workspaces WHERE id = ${wanted} OR name = ${wanted} ORDER BY (id = ${wanted}) DESC LIMIT 1`;
  return row?.id;
}

/** The default workspace of commands and new people; its name may have been changed. */
export async function findDefaultWorkspace(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    SELECT id FROM workspaces WHERE is_default OR name = 'default' ORDER BY is_default DESC LIMIT 1`;
  return row?.id;
}

/** Creates the default workspace if there is none. */
export async function insertDefaultWorkspace(sql: Sql, id: string): Promise<void> {
  await sql`INSERT INTO workspaces (id, name, is_default) VALUES (${id}, 'default', true) ON CONFLICT DO NOTHING`;
}

export async function listWorkspaces(sql: Sql): Promise<{ id: string; name: string; created_at: string }[]> {
  return sql<{ id: string; name: string; created_at: string }[]>`
    SELECT id, name, created_at FROM workspaces ORDER BY id`;
}

export async function insertWorkspace(sql: Sql, id: string, name: string): Promise<void> {
  await sql`INSERT INTO workspaces (id, name) VALUES (${id}, ${name}) ON CONFLICT (name) DO NOTHING`;
}
