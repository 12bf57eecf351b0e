import type { Scope } from '@portico/shared-types';
import { type AccessLease, AccessWatch } from '../../platform/access-watch.ts';
import type { Authenticated } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, scopesOf } from '../people/index.ts';
import { isSameResource } from './authorization.ts';
import { refuseToken } from './grants.ts';
import { mcpScopes, resourceOf } from './metadata.ts';
import { findGrantOfToken, findGrantsById, type GrantRow, markGrantUsed } from './oauth.sql.ts';

/**
 * Finds who calls by an access token: the person who granted it, with the scopes that were granted and that the person
 * still has. `base` is the address that the request came to: a token for another one is refused.
 * @throws ApiError 401 invalid_api_key.
 */
export async function authenticateGrant(platform: Platform, token: string, base: string): Promise<Authenticated> {
  const grant = await findGrantOfToken(platform.database.sql, hashToken(token), 'access');
  if (grant === undefined || !isSameResource(grant.resource, resourceOf(base))) throw refuseToken();
  markGrantUsed(platform.database.sql, grant.id).catch((error: unknown) =>
    platform.log.warn({ err: error }, 'the use of a grant was not noted'),
  );
  return {
    workspaceId: grant.workspace_id,
    actor: {
      type: 'user',
      id: grant.user_id,
      name: grant.user_name,
      avatarUrl: grant.avatar_url,
      memberId: grant.member_id,
    },
    role: grant.role,
    sessionId: null,
    holder: `grant:${grant.id}`,
    scopes: scopesNow(grant),
    limitPerMinute: platform.config.rateLimitPerMinute,
    limitPerDay: platform.config.rateLimitPerDay,
    watch: (scopes) => watchGrant(platform, grant.id, scopes),
  };
}

function scopesNow({ role, scopes }: Pick<GrantRow, 'role' | 'scopes'>): Scope[] {
  return mcpScopes.filter((scope) => scopes.includes(scope) && scopesOf(role).includes(scope));
}

const watches = new WeakMap<Platform, AccessWatch<GrantRow>>();

function watchGrant(platform: Platform, id: string, scopes: readonly Scope[]): AccessLease {
  let watch = watches.get(platform);
  if (watch === undefined) {
    const { log, stopping, database } = platform;
    watch = new AccessWatch<GrantRow>({
      name: 'grants',
      log,
      stopping,
      find: async (ids) => new Map((await findGrantsById(database.sql, ids)).map((row) => [row.id, row])),
    });
    watches.set(platform, watch);
  }
  return watch.watch(id, (grant) => grant !== undefined && scopes.every((scope) => scopesNow(grant).includes(scope)));
}
