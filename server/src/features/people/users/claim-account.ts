import type { Actor } from '../../../platform/actor.ts';
import type { Transaction } from '../../../platform/database.ts';
import { recordChange } from '../../audit-log/index.ts';
import { listMemberships } from '../members/members.sql.ts';
import { deleteAllPasskeys } from '../passkeys/passkeys.sql.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { markEmailVerified, type UserRow } from './users.sql.ts';

/**
 * Gives an account to the owner of its e-mail address, who has just proved to be it. Before that, anybody who was shown an
 * invitation to the address could have accepted it, so the first time, everything that signs in to the account is
 * removed.
 */
export async function claimAccount(tx: Transaction, user: UserRow): Promise<void> {
  if (user.email_verified_at !== null) return;
  await markEmailVerified(tx, user.id);
  const passkeys = await deleteAllPasskeys(tx, user.id);
  await endSessions(tx, { userId: user.id });
  const actor: Actor = { type: 'user', id: user.id, name: user.name, avatarUrl: null, memberId: null };
  const before = { password: user.password_hash, passkeys: passkeys.length === 0 ? null : passkeys };
  const after = { password: null, passkeys: null };
  for (const { id, workspace_id: workspaceId } of await listMemberships(tx, user.id)) {
    const resource = { id, name: user.email };
    await recordChange(tx, { workspaceId, action: 'member.updated', resource, before, after, actor });
  }
}
