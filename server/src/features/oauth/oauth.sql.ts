import type { Role } from '@portico/shared-types';
import type { Sql } from '../../platform/database.ts';

export interface ClientRow {
  readonly id: string;
  readonly name: string;
  readonly client_uri: string | null;
  readonly redirect_uris: readonly string[];
  readonly created_at: string;
  /** Whether somebody has allowed it at some time. */
  readonly was_granted: boolean;
}

/** Maximum clients that nobody has allowed. Anyone can register one, with up to 16 KB. */
const maxUnused = 5_000;

/** Inserts a client, and deletes the oldest of those that nobody has allowed if there are too many. */
export async function insertClient(sql: Sql, client: Omit<ClientRow, 'created_at' | 'was_granted'>): Promise<void> {
  await sql`
    INSERT INTO oauth_clients (id, name, client_uri, redirect_uris)
    VALUES (${client.id}, ${client.name}, ${client.client_uri}, ${[...client.redirect_uris]}::text[])`;
  await sql`
    DELETE FROM oauth_clients c WHERE c.granted_at IS NULL
      AND c.created_at <= (
        SELECT created_at FROM oauth_clients WHERE granted_at IS NULL
        ORDER BY created_at DESC OFFSET ${maxUnused} LIMIT 1)
      AND NOT EXISTS (SELECT 1 FROM oauth_grants g WHERE g.client_id = c.id)`;
}

export async function findClient(sql: Sql, id: string): Promise<ClientRow | undefined> {
  const [row] = await sql<ClientRow[]>`
    SELECT id, name, client_uri, redirect_uris, created_at, granted_at IS NOT NULL AS was_granted
    FROM oauth_clients WHERE id = ${id}`;
  return row;
}

/** A person's grant to a client in a workspace, with the person's current role there. */
export interface GrantRow {
  readonly id: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly workspace_id: string;
  readonly workspace_name: string;
  readonly member_id: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly avatar_url: string | null;
  readonly role: Role;
  readonly scopes: readonly string[];
  readonly resource: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

const grants = (sql: Sql) => sql`
  SELECT g.id, g.client_id, c.name AS client_name, g.workspace_id, w.name AS workspace_name, g.member_id,
    m.user_id, u.name AS user_name, u.avatar_url, m.role, g.scopes, g.resource, g.created_at, g.last_used_at
  FROM oauth_grants g JOIN oauth_clients c ON c.id = g.client_id JOIN workspaces w ON w.id = g.workspace_id
    JOIN members m ON m.id = g.member_id JOIN users u ON u.id = m.user_id`;

export interface NewGrant {
  readonly id: string;
  readonly clientId: string;
  readonly workspaceId: string;
  readonly memberId: string;
  readonly scopes: readonly string[];
  readonly resource: string;
}

/** Must be called in a transaction: the client is kept from now on. */
export async function insertGrant(sql: Sql, grant: NewGrant): Promise<void> {
  await sql`UPDATE oauth_clients SET granted_at = now() WHERE id = ${grant.clientId}`;
  await sql`
    INSERT INTO oauth_grants (id, client_id, workspace_id, member_id, scopes, resource)
    VALUES (${grant.id}, ${grant.clientId}, ${grant.workspaceId}, ${grant.memberId}, ${[...grant.scopes]}::text[],
      ${grant.resource})`;
}

export async function findGrantsById(sql: Sql, ids: readonly string[]): Promise<GrantRow[]> {
  return sql<GrantRow[]>`${grants(sql)} WHERE g.id = ANY(${[...ids]}::text[])`;
}

export async function listGrantsOfUser(sql: Sql, userId: string): Promise<GrantRow[]> {
  return sql<GrantRow[]>`
    ${grants(sql)} WHERE m.user_id = ${userId}
      AND EXISTS (SELECT 1 FROM oauth_tokens t WHERE t.grant_id = g.id) ORDER BY g.id DESC LIMIT 200`;
}

/** The grant of a valid token. */
export async function findGrantOfToken(sql: Sql, hash: string, kind: 'access'): Promise<GrantRow | undefined> {
  const [row] = await sql<GrantRow[]>`
    ${grants(sql)} JOIN oauth_tokens t ON t.grant_id = g.id
    WHERE t.token_hash = ${hash} AND t.kind = ${kind} AND t.expires_at > now()`;
  return row;
}

/** False if it was gone already. */
export async function deleteGrant(sql: Sql, id: string): Promise<boolean> {
  return (await sql`DELETE FROM oauth_grants WHERE id = ${id} RETURNING 1`).length > 0;
}

/** Rounded to the minute: a busy client causes one write a minute. */
export async function markGrantUsed(sql: Sql, id: string): Promise<void> {
  await sql`
    UPDATE oauth_grants SET last_used_at = now()
    WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`;
}

export interface CodeRow {
  readonly grant_id: string;
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly challenge: string;
  readonly resource: string;
  readonly scopes: readonly string[];
  readonly is_used: boolean;
  readonly is_expired: boolean;
}

/** Codes are valid for a minute: a client exchanges its code immediately (RFC 6749 section 4.1.2 allows ten). */
export async function insertCode(
  sql: Sql,
  code: { hash: string; grantId: string; redirectUri: string; challenge: string },
): Promise<void> {
  await sql`
    INSERT INTO oauth_codes (code_hash, grant_id, redirect_uri, challenge, expires_at)
    VALUES (${code.hash}, ${code.grantId}, ${code.redirectUri}, ${code.challenge}, now() + interval '1 minute')`;
}

/** Finds a code and locks it, so that concurrent exchanges are serialised. */
export async function lockCode(sql: Sql, hash: string): Promise<CodeRow | undefined> {
  const [row] = await sql<CodeRow[]>`
    SELECT k.grant_id, g.client_id, k.redirect_uri, k.challenge, g.resource, g.scopes,
      k.used_at IS NOT NULL AS is_used, k.expires_at <= now() AS is_expired
    FROM oauth_codes k JOIN oauth_grants g ON g.id = k.grant_id WHERE k.code_hash = ${hash} FOR UPDATE OF k`;
  return row;
}

export async function markCodeUsed(sql: Sql, hash: string): Promise<void> {
  await sql`UPDATE oauth_codes SET used_at = now() WHERE code_hash = ${hash}`;
}

export interface TokenRow {
  readonly grant_id: string;
  readonly client_id: string;
  readonly kind: 'access' | 'refresh';
  readonly resource: string;
  readonly scopes: readonly string[];
  readonly is_used: boolean;
  readonly is_expired: boolean;
}

export async function insertToken(
  sql: Sql,
  token: { hash: string; grantId: string; kind: TokenRow['kind']; seconds: number },
): Promise<void> {
  await sql`
    INSERT INTO oauth_tokens (token_hash, grant_id, kind, expires_at)
    VALUES (${token.hash}, ${token.grantId}, ${token.kind}, now() + ${token.seconds} * interval '1 second')`;
}

export async function lockToken(sql: Sql, hash: string): Promise<TokenRow | undefined> {
  const [row] = await sql<TokenRow[]>`
    SELECT t.grant_id, g.client_id, t.kind, g.resource, g.scopes,
      t.used_at IS NOT NULL AS is_used, t.expires_at <= now() AS is_expired
    FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id WHERE t.token_hash = ${hash} FOR UPDATE OF t`;
  return row;
}

/** Invalidates the tokens that a refresh replaces: the refresh token is stored as used, access tokens are deleted. */
export async function retireTokens(sql: Sql, grantId: string, refreshHash: string): Promise<void> {
  await sql`UPDATE oauth_tokens SET used_at = now() WHERE token_hash = ${refreshHash}`;
  await sql`DELETE FROM oauth_tokens WHERE grant_id = ${grantId} AND kind = 'access'`;
}

/**
 * Deletes expired tokens and codes, and clients that nobody allowed within a month. Those that somebody allowed are kept:
 * they come back with the same id, and registering costs a stranger nothing, but a grant needs a person.
 */
export async function deleteOldOAuth(sql: Sql): Promise<void> {
  await sql`DELETE FROM oauth_codes WHERE expires_at < now() - interval '1 hour'`;
  await sql`DELETE FROM oauth_tokens WHERE expires_at < now()`;
  await sql`
    DELETE FROM oauth_grants g WHERE g.created_at < now() - interval '1 hour'
      AND NOT EXISTS (SELECT 1 FROM oauth_tokens t WHERE t.grant_id = g.id)`;
  await sql`
    DELETE FROM oauth_clients c WHERE c.created_at < now() - interval '30 days' AND c.granted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM oauth_grants g WHERE g.client_id = c.id)`;
}
