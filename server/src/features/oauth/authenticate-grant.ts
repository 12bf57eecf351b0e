import type { Scope } from '@portico/shared-types';
import type { Authenticated } from '../../platform/http/caller.ts';
import { hashToken, scopesOf } from '../people/index.ts';
import { isSameResource } from './authorization.ts';
import { refuseToken } from './grants.ts';
import { mcpScopes, resourceOf } from './metadata.ts';
import type { OAuthPlatform } from './oauth-platform.ts';
import { findGrantOfToken, type GrantRow, markGrantUsed } from './oauth.sql.ts';

/**
 * Authenticates an access token: the person who granted it, with those of the granted scopes that the person still has.
 * `base` is the address of the request: a token for another address is rejected.
 * @throws ApiError 401 invalid_api_key.
 */
export async function authenticateGrant(platform: OAuthPlatform, token: string, base: string): Promise<Authenticated> {
  const grant = await findGrantOfToken(platform.database.sql, hashToken(token), 'access');
  if (grant === undefined || !isSameResource(grant.resource, resourceOf(base))) throw refuseToken();
  markGrantUsed(platform.database.sql, grant.id).catch((error: unknown) =>
    platform.log.warn({ err: error }, 'the use of a grant was not recorded'),
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
    watch: (scopes) =>
      platform.oauth.grants.watch(
        grant.id,
        (now) => now !== undefined && scopes.every((scope) => scopesNow(now).includes(scope)),
      ),
  };
}

function scopesNow({ role, scopes }: Pick<GrantRow, 'role' | 'scopes'>): Scope[] {
  return mcpScopes.filter((scope) => scopes.includes(scope) && scopesOf(role).includes(scope));
}
