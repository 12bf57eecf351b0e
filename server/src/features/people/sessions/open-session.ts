import type { IncomingHttpHeaders } from 'node:http';
import type { SignedIn } from '@portico/shared-types';
import type { Actor } from '../../../platform/actor.ts';
import type { Transaction } from '../../../platform/database.ts';
import { Answer } from '../../../platform/http/route.ts';
import { createId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordChange } from '../../audit-log/index.ts';
import { toUser } from '../users/to-user.ts';
import type { UserRow } from '../users/users.sql.ts';
import { createToken, hashToken } from '../tokens.ts';
import { chooseMembership } from './authenticate.ts';
import { readSessionToken, setSessionCookie } from './cookie.ts';
import { endSessionOfToken } from './end-sessions.ts';
import { findSessionsById, insertSession, type SessionRow } from './sessions.sql.ts';

/** The origin of a sign-in. */
export interface Browser {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
}

/** The subject of a sign-in: a person, or an API key with its current secret. */
type Owner = { readonly user: UserRow } | { readonly key: { readonly id: string; readonly secretHash: Buffer } };

/**
 * Opens a session and returns the token for its cookie. The token is always new, and the browser's previous session is
 * ended, so that a token known from before is worthless.
 */
async function openSession(
  platform: Platform,
  tx: Transaction,
  owner: Owner,
  { headers, ip }: Browser,
): Promise<{ token: string; session: SessionRow }> {
  const earlier = readSessionToken(platform, headers);
  if (earlier !== undefined) await endSessionOfToken(tx, earlier);
  const token = createToken();
  const id = createId('sgn');
  await insertSession(tx, {
    id,
    tokenHash: hashToken(token),
    userId: 'user' in owner ? owner.user.id : null,
    apiKeyId: 'key' in owner ? owner.key.id : null,
    keySecretHash: 'key' in owner ? owner.key.secretHash : null,
    ip,
    userAgent: headers['user-agent']?.slice(0, 500) ?? null,
  });
  const [session] = await findSessionsById(tx, [id]);
  if (session === undefined) throw new Error('the session was not stored');
  return { token, session };
}

/**
 * Signs a person in: the response with the cookie. The session starts in `workspaceId`, or in the last used workspace.
 */
export async function signInUser(
  platform: Platform,
  tx: Transaction,
  user: UserRow,
  browser: Browser,
  { workspaceId, status = 200 }: { workspaceId?: string; status?: number } = {},
): Promise<Answer<SignedIn>> {
  if (workspaceId !== undefined) {
    await tx`UPDATE users SET last_workspace_id = ${workspaceId} WHERE id = ${user.id}`;
  }
  await tx`UPDATE users SET last_seen_at = now() WHERE id = ${user.id}`;
  const { token, session } = await openSession(platform, tx, { user }, browser);
  const actor: Actor = { type: 'user', id: user.id, name: user.name, avatarUrl: null, memberId: null };
  for (const membership of session.memberships) {
    const resource = { id: session.id, name: user.email };
    await recordChange(tx, { workspaceId: membership.workspace_id, action: 'session.created', resource, actor });
  }
  const chosen = chooseMembership(session);
  const workspace = chosen === undefined ? null : { id: chosen.workspace_id, name: chosen.workspace_name };
  return new Answer({ user: toUser(user), workspace }, status, setSessionCookie(platform, token));
}

/**
 * Continues a person's own session in `workspace`, which they have just joined. The response sets the same cookie again,
 * so that other tabs and programs with this session stay signed in.
 */
export async function continueSession(
  platform: Platform,
  tx: Transaction,
  user: UserRow,
  { headers }: Browser,
  workspaceId: string,
): Promise<Answer<SignedIn>> {
  await tx`UPDATE users SET last_workspace_id = ${workspaceId}, last_seen_at = now() WHERE id = ${user.id}`;
  const [workspace] = await tx<{ id: string; name: string }[]>`
    SELECT id, name FROM workspaces WHERE id = ${workspaceId}`;
  const token = readSessionToken(platform, headers);
  const cookie = token === undefined ? {} : setSessionCookie(platform, token);
  return new Answer({ user: toUser(user), workspace: workspace ?? null }, 200, cookie);
}

/** Signs a browser in with an API key. */
export async function signInKey(
  platform: Platform,
  tx: Transaction,
  key: { id: string; name: string; secretHash: Buffer; workspaceId: string },
  browser: Browser,
): Promise<Answer<SignedIn>> {
  const { token, session } = await openSession(platform, tx, { key }, browser);
  const actor: Actor = { type: 'api_key', id: key.id, name: key.name, avatarUrl: null, memberId: null };
  const resource = { id: session.id, name: key.name };
  await recordChange(tx, { workspaceId: key.workspaceId, action: 'session.created', resource, actor });
  const [workspace] = await tx<{ id: string; name: string }[]>`
    SELECT id, name FROM workspaces WHERE id = ${key.workspaceId}`;
  return new Answer({ user: null, workspace: workspace ?? null }, 200, setSessionCookie(platform, token));
}
