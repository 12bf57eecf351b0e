import type { Scope } from '@portico/shared-types';
import { type AccessLease, AccessWatch } from '../../../platform/access-watch.ts';
import type { Platform } from '../../../platform/platform.ts';
import { scopesOf } from '../roles.ts';
import { findSessionsById, type SessionRow } from './sessions.sql.ts';

const watches = new WeakMap<Platform, AccessWatch<SessionRow>>();

/**
 * Watches a session that opened something: the signal fires within two seconds after the session has ended, or the
 * person has left the workspace or lost one of these scopes there.
 */
export function watchSession(
  platform: Platform,
  session: SessionRow,
  workspaceId: string | null,
  scopes: readonly Scope[],
): AccessLease {
  return sessionWatch(platform).watch(session.id, (now) => {
    if (now === undefined) return false;
    if (now.user_id === null || workspaceId === null) return true;
    const membership = now.memberships.find(({ workspace_id: id }) => id === workspaceId);
    return membership !== undefined && scopes.every((scope) => scopesOf(membership.role).includes(scope));
  });
}

function sessionWatch(platform: Platform): AccessWatch<SessionRow> {
  const known = watches.get(platform);
  if (known !== undefined) return known;
  const { log, stopping, database } = platform;
  const watch = new AccessWatch<SessionRow>({
    name: 'sessions',
    log,
    stopping,
    find: async (ids) => new Map((await findSessionsById(database.sql, ids)).map((row) => [row.id, row])),
  });
  watches.set(platform, watch);
  return watch;
}
