import type { PageQuery, SignInSession } from '@portico/shared-types';
import { notFound } from '../../../platform/errors.ts';
import type { AccountCaller } from '../../../platform/http/caller.ts';
import type { Page } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { endSessions } from './end-sessions.ts';
import { listSessions, type SessionOwner } from './sessions.sql.ts';

/** The sessions of the person, or those opened with the key. */
export async function listMySessions(
  platform: Platform,
  caller: AccountCaller,
  query: PageQuery,
): Promise<Page<SignInSession>> {
  const { items, total } = await listSessions(platform.database.sql, ownerOf(caller), query);
  return { items: items.map((session) => ({ ...session, current: session.id === caller.sessionId })), total };
}

/** Ends one of them. Throws 404 for another person's. */
export async function endMySession(
  platform: Platform,
  caller: AccountCaller,
  id: string,
): Promise<{ id: string; deleted: true }> {
  const ended = await platform.database.transaction(async (tx) => endSessions(tx, ownerOf(caller), { id }));
  if (ended === 0) throw notFound('session', id);
  return { id, deleted: true };
}

function ownerOf({ actor }: AccountCaller): SessionOwner {
  return actor.type === 'user' ? { userId: actor.id } : { apiKeyId: actor.id };
}
