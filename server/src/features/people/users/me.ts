import type { IncomingHttpHeaders } from 'node:http';
import type { Me, MePatch } from '@portico/shared-types';
import { type ApiError, invalid, notFound } from '../../../platform/errors.ts';
import type { AccountCaller } from '../../../platform/http/caller.ts';
import { Answer } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordChange } from '../../audit-log/index.ts';
import { listMemberships, noteHeartbeat } from '../members/members.sql.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { assertStrongPassword } from '../sign-in/check-password.ts';
import { endPasswordLinks } from '../sign-in/owner-links.ts';
import { rememberBrowser } from '../sign-in/known-browser.ts';
import { hashPassword, isPasswordRight } from '../sign-in/passwords.ts';
import { countAttempt, limitByBrowser, limitByEmail } from '../sign-in/sign-in-limits.ts';
import { toUser } from './to-user.ts';
import { findUser, lockUser, setPassword, updateUser, type UserRow } from './users.sql.ts';

/** The current person or key. */
export async function showMe(platform: Platform, caller: AccountCaller): Promise<Me> {
  const { sql } = platform.database;
  const { actor, workspaceId, role, scopes } = caller;
  if (actor.type !== 'user') {
    const [workspace] = await sql<{ id: string; name: string }[]>`
      SELECT id, name FROM workspaces WHERE id = ${workspaceId}`;
    const key = { id: actor.id, name: actor.name };
    return { user: null, api_key: key, member_id: null, role: null, scopes: [...scopes], workspace: workspace ?? null };
  }
  const user = await requireUser(platform, caller);
  const memberships = await listMemberships(sql, user.id);
  const current = memberships.find(({ workspace_id: id }) => id === workspaceId);
  return {
    user: toUser(user),
    member_id: actor.memberId,
    role,
    scopes: [...scopes],
    workspace: current === undefined ? null : { id: current.workspace_id, name: current.workspace_name },
    workspaces: memberships.map((entry) => ({
      id: entry.workspace_id,
      name: entry.workspace_name,
      role: entry.role,
    })),
  };
}

/**
 * Updates a person's own account. A new password ends the person's other sessions, and makes the browser a known one.
 * @throws ApiError 400 for a weak password or a wrong current one, 429 after ten wrong ones.
 */
export async function updateMe(
  platform: Platform,
  caller: AccountCaller,
  patch: MePatch,
  headers: IncomingHttpHeaders,
): Promise<Answer<Me>> {
  const { database } = platform;
  const { password, presence } = patch;
  const known = await requireUser(platform, caller);
  const passwordHash =
    password === undefined ? undefined : await checkNewPassword(platform, known, caller.sessionId, patch);
  const { memberId } = caller.actor;
  await database.transaction(async (tx) => {
    const user = await lockUser(tx, known.id);
    if (user === undefined) throw notFound('user', known.id);
    // Another request has changed it since it was checked.
    if (passwordHash !== undefined && user.password_hash !== known.password_hash) throw wrongPassword();
    const { name = user.name, avatar_url: avatarUrl = user.avatar_url } = patch;
    await updateUser(tx, user.id, { name, avatarUrl });
    if (presence !== undefined && memberId !== null) await noteHeartbeat(tx, memberId, presence);
    if (passwordHash !== undefined) {
      await setPassword(tx, user.id, passwordHash);
      await endPasswordLinks(tx, user.email);
      await endSessions(tx, { userId: user.id }, { except: caller.sessionId ?? undefined });
    }
    const before = { name: user.name, avatar_url: user.avatar_url, password: user.password_hash };
    const after = { name, avatar_url: avatarUrl, password: passwordHash ?? user.password_hash };
    for (const { id, workspace_id: workspaceId } of await listMemberships(tx, user.id)) {
      const resource = { id, name: user.email };
      await recordChange(tx, { workspaceId, action: 'member.updated', resource, before, after });
    }
  });
  const me = await showMe(platform, caller);
  if (passwordHash === undefined || caller.sessionId === null) return new Answer(me, 200);
  const cookie = rememberBrowser(platform, headers, { email: known.email, password_hash: passwordHash });
  return new Answer(me, 200, { 'Set-Cookie': cookie });
}

/** Records that the person's console is open in the workspace. */
export async function beat(platform: Platform, { actor }: AccountCaller): Promise<void> {
  if (actor.memberId !== null) await noteHeartbeat(platform.database.sql, actor.memberId);
}

async function requireUser(platform: Platform, { actor }: AccountCaller): Promise<UserRow> {
  const user = await findUser(platform.database.sql, actor.id);
  if (user === undefined) throw notFound('user', actor.id);
  return user;
}

const currentPath = 'body.current_password';

function wrongPassword(): ApiError {
  return invalid({ path: currentPath, message: 'is wrong' });
}

async function checkNewPassword(
  platform: Platform,
  user: UserRow,
  sessionId: string | null,
  { password = '', current_password: current }: MePatch,
): Promise<string> {
  if (user.password_hash !== null) {
    if (current === undefined) {
      throw invalid({ path: currentPath, message: 'is required to set a new password', code: 'required' });
    }
    // Strangers who lock the address don't keep the person from changing the password.
    const limit = sessionId === null ? limitByEmail(user.email) : limitByBrowser(sessionId);
    const takeBack = await countAttempt(platform, [limit]);
    if (!(await isPasswordRight(user.password_hash, current))) throw wrongPassword();
    await takeBack();
  }
  await assertStrongPassword(password, [user.name, user.email]);
  return hashPassword(password);
}
