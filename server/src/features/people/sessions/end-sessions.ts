import type { Actor } from '../../../platform/actor.ts';
import type { Sql } from '../../../platform/database.ts';
import { recordChange } from '../../audit-log/index.ts';
import { hashToken } from '../tokens.ts';
import { deleteSessions, findSessionsByToken, type SessionOwner } from './sessions.sql.ts';

/** Ends the session of a cookie, unless it has ended. Must be called inside a transaction. */
export async function endSessionOfToken(tx: Sql, token: string): Promise<void> {
  const [session] = await findSessionsByToken(tx, [hashToken(token)]);
  if (session === undefined) return;
  const { id, user_id: userId, api_key_id: apiKeyId } = session;
  if (userId !== null) {
    const actor: Actor = { type: 'user', id: userId, name: session.name ?? '', avatarUrl: null, memberId: null };
    await endSessions(tx, { userId }, { id, actor });
  } else if (apiKeyId !== null) await endSessions(tx, { apiKeyId }, { id });
}

/**
 * Ends the sessions of a person or key: the given one, or all but `except`. Their open streams close within two
 * seconds. Returns how many ended. Must be called inside a transaction.
 */
export async function endSessions(
  tx: Sql,
  owner: SessionOwner,
  { actor, ...which }: { id?: string; except?: string | undefined; actor?: Actor } = {},
): Promise<number> {
  const ended = await deleteSessions(tx, owner, which);
  if (ended.length === 0) return 0;
  const places =
    'userId' in owner
      ? await tx<{ workspace_id: string; name: string }[]>`
          SELECT m.workspace_id, u.email AS name FROM users u JOIN members m ON m.user_id = u.id
          WHERE u.id = ${owner.userId}`
      : await tx<{ workspace_id: string; name: string }[]>`
          SELECT workspace_id, name FROM api_keys WHERE id = ${owner.apiKeyId}`;
  for (const id of ended) {
    for (const { workspace_id: workspaceId, name } of places) {
      const resource = { id, name };
      await recordChange(tx, {
        workspaceId,
        action: 'session.ended',
        resource,
        ...(actor === undefined ? {} : { actor }),
      });
    }
  }
  return ended.length;
}
