import type { Scope } from '@portico/shared-types';
import type { AccessLease } from '../../../platform/access-watch.ts';
import type { PeoplePlatform } from '../people-platform.ts';
import { scopesOf } from '../roles.ts';
import type { SessionRow } from './sessions.sql.ts';

/**
 * Watches a session that opened something: the signal fires within two seconds after the session has ended, or the
 * person has left the workspace or lost one of these scopes there.
 */
export function watchSession(
  platform: PeoplePlatform,
  session: SessionRow,
  workspaceId: string | null,
  scopes: readonly Scope[],
): AccessLease {
  return platform.people.sessions.watch(session.id, (now) => {
    if (now === undefined) return false;
    if (now.user_id === null || workspaceId === null) return true;
    const membership = now.memberships.find(({ workspace_id: id }) => id === workspaceId);
    return membership !== undefined && scopes.every((scope) => scopesOf(membership.role).includes(scope));
  });
}
