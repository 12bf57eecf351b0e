import type { Scope } from '@portico/shared-types';
import type { IncomingHttpHeaders } from 'node:http';
import { joinLeases, type AccessLease } from '../../../platform/access-watch.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import type { Authenticated } from '../../../platform/http/caller.ts';
import { refuseForeignPage } from '../../../platform/http/same-origin.ts';
import type { Platform } from '../../../platform/platform.ts';
import { authenticateKey, authenticateKeyOfSession } from '../../api-keys/index.ts';
import type { PeoplePlatform } from '../people-platform.ts';
import { scopesOf } from '../roles.ts';
import { hashToken } from '../tokens.ts';
import { readSessionToken } from './cookie.ts';
import { markSessionUsed, type Membership, type SessionRow } from './sessions.sql.ts';

interface Credentials {
  readonly headers: IncomingHttpHeaders;
  /** The key, if the request carries one; it takes precedence over the cookie. */
  readonly key: string | undefined;
  /** The workspace that the request names; ignored with a key. */
  readonly workspace: string | undefined;
  /** True if a page of another origin must not send the request, because it may change something. */
  readonly isGuarded: boolean;
}

/**
 * Authenticates a request: by the API key, else by the session cookie.
 * @throws ApiError 401 invalid_api_key, expired_api_key or revoked_api_key.
 */
export async function authenticate(platform: PeoplePlatform, credentials: Credentials): Promise<Authenticated> {
  const { headers, key } = credentials;
  if (key !== undefined) return authenticateKey(platform, key);
  const session = await findSession(platform, headers);
  if (session === undefined) {
    const hasCookie = readSessionToken(platform, headers) !== undefined;
    if (!hasCookie) return authenticateKey(platform, undefined);
    throw new ApiError('invalid_api_key', 'The session has ended. Sign in again.');
  }
  const caller = await toCaller(platform, session, credentials.workspace);
  if (!credentials.isGuarded) return caller;
  try {
    refuseForeignPage(platform, headers);
    return caller;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ...caller, refusal: error };
  }
}

/** The session of the request's cookie, unless it has ended. */
export async function findSession(
  platform: PeoplePlatform,
  headers: IncomingHttpHeaders,
): Promise<SessionRow | undefined> {
  const token = readSessionToken(platform, headers);
  return token === undefined ? undefined : platform.people.lookUpSession(hashToken(token));
}

async function toCaller(
  platform: PeoplePlatform,
  session: SessionRow,
  wanted: string | undefined,
): Promise<Authenticated> {
  const { id, user_id: userId, api_key_id: apiKeyId, key_secret_hash: secretHash } = session;
  if (apiKeyId !== null && secretHash !== null) {
    const caller = await authenticateKeyOfSession(platform, apiKeyId, secretHash);
    noteUse(platform, session, null);
    const isElsewhere = wanted !== undefined && wanted !== caller.workspaceId;
    return {
      ...caller,
      ...(isElsewhere ? { refusal: notFound('workspace', wanted) } : {}),
      sessionId: id,
      watch: (scopes) => joinLeases([caller.watch(scopes), watchSession(platform, session, null, [])]),
    };
  }
  if (userId === null) throw new Error('a session belongs to a person or a key');
  const membership = chooseMembership(session, wanted);
  const workspaceId = membership?.workspace_id ?? null;
  const isMissing = wanted !== undefined && membership === undefined;
  if (!isMissing) noteUse(platform, session, workspaceId);
  return {
    workspaceId,
    actor: {
      type: 'user',
      id: userId,
      name: session.name ?? '',
      avatarUrl: session.avatar_url,
      memberId: membership?.id ?? null,
    },
    role: membership?.role ?? null,
    sessionId: id,
    holder: workspaceId === null ? userId : `${userId}:${workspaceId}`,
    scopes: membership === undefined ? [] : scopesOf(membership.role),
    limitPerMinute: platform.config.rateLimitPerMinute,
    limitPerDay: platform.config.rateLimitPerDay,
    watch: (scopes) => watchSession(platform, session, workspaceId, scopes),
    refusal: isMissing ? notFound('workspace', wanted) : undefined,
  };
}

/** The requested workspace, else the last used one, else the first that the person joined. */
export function chooseMembership(
  { memberships, last_workspace_id: last }: Pick<SessionRow, 'memberships' | 'last_workspace_id'>,
  wanted?: string,
): Membership | undefined {
  const find = (id: string | null) => memberships.find(({ workspace_id: workspaceId }) => workspaceId === id);
  return wanted === undefined ? (find(last) ?? memberships[0]) : find(wanted);
}

/** The minute of the last recorded use of a session, by session and workspace. */
const lastMarked = new Map<string, number>();
const maxMarks = 10_000;

function noteUse(platform: Platform, session: SessionRow, workspaceId: string | null): void {
  const key = `${session.id}:${workspaceId ?? ''}`;
  const minute = Math.floor(Date.now() / 60_000);
  if (lastMarked.get(key) === minute) return;
  if (lastMarked.size >= maxMarks) lastMarked.clear();
  lastMarked.set(key, minute);
  markSessionUsed(platform.database.sql, { id: session.id, userId: session.user_id, workspaceId }).catch(
    (error: unknown) => platform.log.warn({ err: error }, 'the use of a session was not recorded'),
  );
}

/**
 * Watches a session that opened something: the signal fires within two seconds after the session has ended, or the
 * person has left the workspace or lost one of these scopes there.
 */
function watchSession(
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
