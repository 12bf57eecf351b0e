import { createHash } from 'node:crypto';
import { type Actor, systemActor } from '../../platform/actor.ts';
import type { Sql } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordChange } from '../audit-log/index.ts';
import { createToken, hashToken, type Membership } from '../people/index.ts';
import type { AuthorizationRequest } from './authorization.ts';
import { isSameResource } from './authorization.ts';
import { OAuthError } from './oauth-error.ts';
import {
  deleteGrant,
  findClient,
  findGrantsById,
  type GrantRow,
  insertCode,
  insertGrant,
  insertToken,
  lockCode,
  lockToken,
  markCodeUsed,
  retireTokens,
} from './oauth.sql.ts';

/** Lifetime in seconds of an access token, and of an unused refresh token. */
const accessSeconds = 3600;
const refreshSeconds = 30 * 86_400;

/** Prefixes by which a leaked token is recognised. */
const accessPrefix = 'pto_';
const refreshPrefix = 'ptr_';

export function isAccessToken(text: string): boolean {
  return text.startsWith(accessPrefix);
}

/** Records a person's consent, and returns the code that the client exchanges for tokens. */
export async function grantAccess(
  { database }: Platform,
  request: AuthorizationRequest,
  membership: Membership,
): Promise<string> {
  const code = createToken();
  const grantId = createId('grn');
  await database.transaction(async (tx) => {
    await insertGrant(tx, {
      id: grantId,
      clientId: request.client.id,
      workspaceId: membership.workspace_id,
      memberId: membership.id,
      scopes: request.scopes,
      resource: request.resource,
    });
    const { redirectUri, challenge, client, scopes } = request;
    await insertCode(tx, { hash: hashToken(code), grantId, redirectUri, challenge });
    await recordChange(tx, {
      workspaceId: membership.workspace_id,
      action: 'oauth_grant.created',
      resource: { id: grantId, name: client.name },
      after: { app: client.name, scopes, returns_to: redirectUri },
    });
  });
  return code;
}

/**
 * Ends a grant of a person and records it, as an action of the current caller unless `actor` is given. Must be called
 * in a transaction.
 */
export async function endGrant(tx: Sql, id: string, actor?: Actor): Promise<void> {
  const [grant] = await findGrantsById(tx, [id]);
  if (grant === undefined || !(await deleteGrant(tx, id))) return;
  await recordChange(tx, {
    workspaceId: grant.workspace_id,
    action: 'oauth_grant.deleted',
    resource: { id, name: grant.client_name },
    ...(actor === undefined ? {} : { actor }),
  });
}

export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/**
 * Exchanges a code for tokens (OAuth 2.1 section 4.1.3). A code that is used twice was stolen, so the grant is revoked.
 * @throws OAuthError invalid_client, invalid_grant or invalid_target.
 */
export async function exchangeCode(
  { database }: Platform,
  given: {
    code: string;
    clientId: string;
    redirectUri: string | undefined;
    verifier: string;
    resource: string | undefined;
  },
): Promise<TokenAnswer> {
  await requireClient(database.sql, given.clientId);
  const hash = hashToken(given.code);
  const outcome = await database.transaction(async (tx) => {
    const code = await lockCode(tx, hash);
    if (code === undefined || code.client_id !== given.clientId) return undefined;
    if (code.is_used) {
      await endGrant(tx, code.grant_id, systemActor);
      return undefined;
    }
    if (code.is_expired) return undefined;
    await markCodeUsed(tx, hash);
    const isProven = createHash('sha256').update(given.verifier).digest('base64url') === code.challenge;
    const isSameAddress = given.redirectUri === undefined || given.redirectUri === code.redirect_uri;
    if (!isProven || !isSameAddress) return undefined;
    if (given.resource !== undefined && !isSameResource(given.resource, code.resource))
      return 'invalid_target' as const;
    return issueTokens(tx, code.grant_id, code.scopes);
  });
  if (outcome === 'invalid_target') throw new OAuthError(outcome, 'The code is for another resource.');
  if (outcome === undefined) throw new OAuthError('invalid_grant', 'The code is invalid or no longer valid.');
  return outcome;
}

/**
 * Exchanges a refresh token for new tokens; it works once, and its second use revokes the grant (OAuth 2.1 section
 * 4.3.1).
 * @throws OAuthError invalid_client, invalid_grant or invalid_target.
 */
export async function refreshTokens(
  { database }: Platform,
  given: { token: string; clientId: string; resource: string | undefined },
): Promise<TokenAnswer> {
  await requireClient(database.sql, given.clientId);
  const hash = hashToken(given.token);
  const outcome = await database.transaction(async (tx) => {
    const token = await lockToken(tx, hash);
    if (token?.kind !== 'refresh' || token.client_id !== given.clientId) return undefined;
    if (token.is_used) {
      await endGrant(tx, token.grant_id, systemActor);
      return undefined;
    }
    if (token.is_expired) return undefined;
    if (given.resource !== undefined && !isSameResource(given.resource, token.resource))
      return 'invalid_target' as const;
    await retireTokens(tx, token.grant_id, hash);
    return issueTokens(tx, token.grant_id, token.scopes);
  });
  if (outcome === 'invalid_target') throw new OAuthError(outcome, 'The token is for another resource.');
  if (outcome === undefined) throw new OAuthError('invalid_grant', 'The refresh token is invalid or no longer valid.');
  return outcome;
}

/** @throws OAuthError 401 invalid_client, on which a client whose registration was deleted registers again. */
async function requireClient(sql: Sql, id: string): Promise<void> {
  if ((await findClient(sql, id)) !== undefined) return;
  const message = 'This app is not registered here, or no longer is. Register it again.';
  throw new OAuthError('invalid_client', message, { status: 401 });
}

async function issueTokens(tx: Sql, grantId: string, scopes: readonly string[]): Promise<TokenAnswer> {
  const access = accessPrefix + createToken();
  const refresh = refreshPrefix + createToken();
  await insertToken(tx, { hash: hashToken(access), grantId, kind: 'access', seconds: accessSeconds });
  await insertToken(tx, { hash: hashToken(refresh), grantId, kind: 'refresh', seconds: refreshSeconds });
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: accessSeconds,
    refresh_token: refresh,
    scope: scopes.join(' '),
  };
}

/**
 * Ends the grant of a token (RFC 7009); an unknown token, or another client's, changes nothing. The client does it for the
 * person who granted it.
 */
export async function revokeToken({ database }: Platform, token: string, clientId: string): Promise<void> {
  await database.transaction(async (tx) => {
    const known = await lockToken(tx, hashToken(token));
    if (known === undefined || known.client_id !== clientId) return;
    const [grant] = await findGrantsById(tx, [known.grant_id]);
    if (grant !== undefined) await endGrant(tx, grant.id, personOf(grant));
  });
}

function personOf({ user_id: id, user_name: name, avatar_url: avatarUrl, member_id: memberId }: GrantRow): Actor {
  return { type: 'user', id, name, avatarUrl, memberId };
}

/** The 401 for a token that is invalid or expired, or not for this address. */
export function refuseToken(): ApiError {
  return new ApiError('invalid_api_key', 'The access token is invalid or no longer valid.');
}
