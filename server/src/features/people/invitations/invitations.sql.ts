import type { ActorReference, Invitation, PageQuery, Role } from '@portico/shared-types';
import { json, type Sql } from '../../../platform/database.ts';
import type { Page } from '../../../platform/http/route.ts';
import { selectPage } from '../../../platform/select-page.ts';

const columns = (sql: Sql) => sql`id, email, role, expires_at, invited_by, created_at`;

/** Otherwise, somebody who has left could come back with a link of their own. A key keeps its scopes while it lives. */
const inviterMayInvite = (sql: Sql, inviters: readonly Role[]) => sql`(
  EXISTS (SELECT FROM members m WHERE m.workspace_id = invitations.workspace_id
    AND m.user_id = invitations.invited_by->>'id' AND m.role = ANY(${[...inviters]}))
  OR EXISTS (SELECT FROM api_keys k WHERE k.workspace_id = invitations.workspace_id
    AND k.id = invitations.invited_by->>'id' AND k.revoked_at IS NULL
    AND (k.expires_at IS NULL OR k.expires_at > now())))`;

/** `inviters` are the roles that may invite, here and below. */
const isOpen = (sql: Sql, inviters: readonly Role[]) => sql`expires_at > now() AND ${inviterMayInvite(sql, inviters)}`;

export interface NewInvitation {
  readonly id: string;
  readonly workspaceId: string;
  readonly email: string;
  readonly role: Role;
  readonly tokenHash: string;
  readonly invitedBy: ActorReference;
}

/** Stores an invitation and replaces an earlier one to the same address, whose link then no longer works. */
export async function replaceInvitation(sql: Sql, invitation: NewInvitation): Promise<Invitation> {
  const { id, workspaceId, email, role, tokenHash, invitedBy } = invitation;
  const [row] = await sql<Invitation[]>`
    INSERT INTO invitations (id, workspace_id, email, role, token_hash, invited_by, expires_at)
    VALUES (${id}, ${workspaceId}, ${email}, ${role}, ${tokenHash}, ${json(invitedBy)}::jsonb,
      now() + interval '7 days')
    ON CONFLICT (workspace_id, email) DO UPDATE SET id = EXCLUDED.id, role = EXCLUDED.role,
      token_hash = EXCLUDED.token_hash, invited_by = EXCLUDED.invited_by, expires_at = EXCLUDED.expires_at,
      created_at = EXCLUDED.created_at
    RETURNING ${columns(sql)}`;
  if (row === undefined) throw new Error('the invitation was not stored');
  return row;
}

export async function listInvitations(
  sql: Sql,
  workspaceId: string,
  inviters: readonly Role[],
  query: PageQuery,
): Promise<Page<Invitation>> {
  return selectPage<Invitation>(sql, query, {
    columns: columns(sql),
    from: sql`invitations WHERE workspace_id = ${workspaceId} AND ${inviterMayInvite(sql, inviters)}`,
  });
}

/** An invitation as in the list. */
export async function findInvitation(
  sql: Sql,
  workspaceId: string,
  inviters: readonly Role[],
  id: string,
): Promise<Invitation | undefined> {
  const [row] = await sql<Invitation[]>`
    SELECT ${columns(sql)} FROM invitations
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND ${inviterMayInvite(sql, inviters)}`;
  return row;
}

export async function deleteInvitation(sql: Sql, workspaceId: string, id: string): Promise<Invitation | undefined> {
  const [row] = await sql<Invitation[]>`
    DELETE FROM invitations WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING ${columns(sql)}`;
  return row;
}

export interface OpenInvitation {
  readonly id: string;
  readonly workspace_id: string;
  readonly email: string;
  readonly role: Role;
}

export async function findInvitationByToken(
  sql: Sql,
  tokenHash: string,
  inviters: readonly Role[],
): Promise<OpenInvitation | undefined> {
  const [row] = await sql<OpenInvitation[]>`
    SELECT id, workspace_id, email, role FROM invitations
    WHERE token_hash = ${tokenHash} AND ${isOpen(sql, inviters)}`;
  return row;
}

/** Uses up an invitation: of two requests with the same token only one gets it. */
export async function takeInvitation(
  sql: Sql,
  tokenHash: string,
  inviters: readonly Role[],
): Promise<OpenInvitation | undefined> {
  const [row] = await sql<OpenInvitation[]>`
    DELETE FROM invitations WHERE token_hash = ${tokenHash} AND ${isOpen(sql, inviters)}
    RETURNING id, workspace_id, email, role`;
  return row;
}

/** Open invitations to an address, the newest first: signing in with OpenID Connect accepts them. */
export async function takeInvitationsTo(
  sql: Sql,
  emails: readonly string[],
  inviters: readonly Role[],
): Promise<OpenInvitation[]> {
  return sql<OpenInvitation[]>`
    DELETE FROM invitations WHERE email = ANY(${[...emails]}) AND ${isOpen(sql, inviters)}
    RETURNING id, workspace_id, email, role`;
}
