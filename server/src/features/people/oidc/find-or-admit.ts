import type { OidcConfig } from '../../../platform/config.ts';
import type { Transaction } from '../../../platform/database.ts';
import { spellingsOf } from '../../../platform/email-spellings.ts';
import { createId } from '../../../platform/ids.ts';
import { findDefaultWorkspace } from '../../api-keys/index.ts';
import { inviters } from '../invitations/invitations.service.ts';
import { takeInvitationsTo } from '../invitations/invitations.sql.ts';
import { joinWorkspace } from '../members/join-workspace.ts';
import { claimAccount } from '../users/claim-account.ts';
import { findUserByEmail } from '../users/find-user-by-email.ts';
import { insertUser, updateUser, type UserRow } from '../users/users.sql.ts';

/** The person according to the provider, which has verified the address. */
export interface Person {
  readonly email: string;
  readonly name: string;
  readonly avatarUrl: string | null;
}

/**
 * The person with that e-mail address. A new person is admitted by an invitation to the address, or to the default
 * workspace if its domain is listed in OIDC_ALLOWED_DOMAINS; else undefined.
 */
export async function findOrAdmit(
  tx: Transaction,
  { allowedDomains, defaultRole }: OidcConfig,
  { email, name, avatarUrl }: Person,
): Promise<UserRow | undefined> {
  const known = await findUserByEmail(tx, email);
  if (known !== undefined) {
    await claimAccount(tx, known);
    return known;
  }
  const spellings = spellingsOf(email);
  const invitations = await takeInvitationsTo(tx, spellings, inviters);
  const isAllowed = spellings.some((each) => allowedDomains.includes(each.slice(each.lastIndexOf('@') + 1)));
  if (invitations.length === 0 && !isAllowed) return undefined;
  const user = await insertUser(tx, { id: createId('usr'), email, name, passwordHash: null, isEmailVerified: true });
  if (user === undefined) return findUserByEmail(tx, email);
  if (avatarUrl !== null) await updateUser(tx, user.id, { name, avatarUrl });
  for (const { workspace_id: workspaceId, role } of invitations) await joinWorkspace(tx, workspaceId, user, role);
  const workspaceId = await findDefaultWorkspace(tx);
  // Does nothing if an invitation has made the person a member of it.
  if (isAllowed && workspaceId !== undefined) await joinWorkspace(tx, workspaceId, user, defaultRole);
  return { ...user, avatar_url: avatarUrl };
}
