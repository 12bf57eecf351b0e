import type { Sql, Transaction } from '../../../platform/database.ts';
import { spellingsOf } from '../../../platform/email-spellings.ts';
import { ApiError } from '../../../platform/errors.ts';
import { createId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findDefaultWorkspace, requireWorkspace } from '../../api-keys/index.ts';
import { createToken, hashToken } from '../tokens.ts';

/** The purpose of a link, as stored. */
export interface OwnerLink {
  readonly id: string;
  readonly workspace_id: string;
  /** The person whose link it is; null for a person without an account. */
  readonly email: string | null;
}

interface LinkOptions {
  readonly workspaceId: string;
  readonly email?: string | undefined;
  /** Valid only while the workspace has no owner. */
  readonly isFirst?: boolean;
}

/** Creates a link for one owner or one new password, valid for 24 hours; its token is returned only this once. */
async function createOwnerLink(
  platform: Platform,
  { workspaceId, email, isFirst = false }: LinkOptions,
): Promise<string> {
  const token = createToken();
  await platform.database.sql`
    INSERT INTO owner_links (id, token_hash, workspace_id, email, first_owner, expires_at)
    VALUES (${createId('lnk')}, ${hashToken(token)}, ${workspaceId}, ${email ?? null}, ${isFirst},
      now() + interval '24 hours')`;
  return token;
}

/** The address for a link's token. */
function addressOf(publicUrl: string, token: string): string {
  return `${publicUrl}/console#setup=${token}`;
}

/** On start: a link for the first owner of the default workspace; undefined if it has one. */
export async function createFirstLink(platform: Platform, publicUrl: string): Promise<string | undefined> {
  const workspaceId = await findDefaultWorkspace(platform.database.sql);
  if (workspaceId === undefined || (await hasOwner(platform.database.sql, workspaceId))) return undefined;
  return addressOf(publicUrl, await createOwnerLink(platform, { workspaceId, isFirst: true }));
}

/**
 * For the operator's shell: a link that creates an owner of the workspace (its id or name), or sets the password of the
 * person with that e-mail address. Throws 404 for an unknown workspace.
 */
export async function createConsoleLink(
  platform: Platform,
  { workspace, email }: { workspace?: string | undefined; email?: string | undefined },
): Promise<string> {
  const workspaceId = await requireWorkspace(platform, workspace);
  return addressOf(platform.publicUrl, await createOwnerLink(platform, { workspaceId, email }));
}

export async function hasOwner(sql: Sql, workspaceId: string): Promise<boolean> {
  const [row] = await sql`SELECT 1 FROM members WHERE workspace_id = ${workspaceId} AND role = 'owner' LIMIT 1`;
  return row !== undefined;
}

/**
 * Uses up a link, unless the transaction is rolled back because the rest of the request is rejected.
 * @throws ApiError 401 invalid_api_key for a token that is unknown, used or expired.
 */
export async function takeOwnerLink(tx: Transaction, token: string): Promise<OwnerLink> {
  const [link] = await tx<(OwnerLink & { first_owner: boolean })[]>`
    DELETE FROM owner_links WHERE token_hash = ${hashToken(token)} AND expires_at > now()
    RETURNING id, workspace_id, email, first_owner`;
  if (link === undefined) throw usedLink();
  // If two browsers open two first links at the same time, only one becomes the owner.
  if (link.first_owner) {
    await tx`SELECT 1 FROM workspaces WHERE id = ${link.workspace_id} FOR NO KEY UPDATE`;
    if (await hasOwner(tx, link.workspace_id)) throw usedLink();
  }
  return link;
}

/** Returns a link without using it up, or throws the error that `takeOwnerLink` would throw. */
export async function getOwnerLink(sql: Sql, token: string): Promise<OwnerLink> {
  const [link] = await sql<(OwnerLink & { first_owner: boolean })[]>`
    SELECT id, workspace_id, email, first_owner FROM owner_links
    WHERE token_hash = ${hashToken(token)} AND expires_at > now()`;
  if (link === undefined || (link.first_owner && (await hasOwner(sql, link.workspace_id)))) throw usedLink();
  return link;
}

/** Ends the links for a password of that person, who has a newer one. */
export async function endPasswordLinks(tx: Sql, email: string): Promise<void> {
  await tx`DELETE FROM owner_links WHERE email = ANY(${spellingsOf(email)})`;
}

function usedLink(): ApiError {
  return new ApiError(
    'invalid_api_key',
    'This link was used, has expired or is not complete. Print a new one with: npm run portico -- console link',
  );
}

/** Removes links that are no longer valid. */
export async function deleteOldLinks(sql: Sql): Promise<void> {
  await sql`DELETE FROM owner_links WHERE expires_at < now()`;
}
