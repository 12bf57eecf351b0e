import type {
  Invitation,
  InvitationAcceptance,
  InvitationCreate,
  IssuedInvitation,
  PageQuery,
  SignedIn,
} from '@portico/shared-types';
import type { Sql } from '../../../platform/database.ts';
import { ApiError, invalid, notFound } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Answer, Page } from '../../../platform/http/route.ts';
import { refuseForeignPage } from '../../../platform/http/same-origin.ts';
import { createId } from '../../../platform/ids.ts';
import { toOneLine } from '../../../platform/one-line.ts';
import type { Platform } from '../../../platform/platform.ts';
import { raceAbort } from '../../../platform/race-abort.ts';
import type { PeoplePlatform } from '../people-platform.ts';
import { recordChange } from '../../audit-log/index.ts';
import { joinWorkspace } from '../members/join-workspace.ts';
import { assertMayGrant } from '../members/members.service.ts';
import { findMembership } from '../members/members.sql.ts';
import { rolesWith } from '../roles.ts';
import { findSession } from '../sessions/authenticate.ts';
import { type Browser, continueSession, signInUser } from '../sessions/open-session.ts';
import { assertStrongPassword } from '../sign-in/check-password.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { createToken, hashToken } from '../tokens.ts';
import { findUserByEmail } from '../users/find-user-by-email.ts';
import { insertUser } from '../users/users.sql.ts';
import {
  deleteInvitation,
  findInvitation,
  findInvitationByToken,
  listInvitations,
  type OpenInvitation,
  replaceInvitation,
  takeInvitation,
} from './invitations.sql.ts';

/** The roles that may invite; an invitation is valid only while its inviter has one of them. */
export const inviters = rolesWith('members:write');

/**
 * Invites a person to the workspace with a link that works once, for 7 days; it is mailed too if there is a mail server.
 * @throws ApiError 403 for a role beyond the caller's own scopes, 400 for the address of a member.
 */
export async function invite(
  platform: Platform,
  caller: Caller,
  { email, role }: InvitationCreate,
): Promise<IssuedInvitation> {
  const { workspaceId, actor } = caller;
  assertMayGrant(caller, role);
  const token = createToken();
  const invitedBy = { type: actor.type, id: actor.id, name: actor.name };
  const invitation = await platform.database.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user !== undefined && (await findMembership(tx, workspaceId, user.id)) !== undefined) {
      throw invalid({ path: 'body.email', message: 'already belongs to a member', code: 'taken' });
    }
    const entry = { id: createId('inv'), workspaceId, email, role, tokenHash: hashToken(token), invitedBy };
    const made = await replaceInvitation(tx, entry);
    const resource = { id: made.id, name: email };
    await recordChange(tx, { workspaceId, action: 'invitation.created', resource, after: { email, role } });
    return made;
  });
  const link = `${platform.publicUrl}/console#invitation=${token}`;
  return { ...invitation, link, mailed: await mailInvitation(platform, workspaceId, invitation, link) };
}

export async function pageInvitations(
  platform: Platform,
  { workspaceId }: Caller,
  query: PageQuery,
): Promise<Page<Invitation>> {
  return listInvitations(platform.database.sql, workspaceId, inviters, query);
}

/** Throws 404. */
export async function getInvitation(platform: Platform, { workspaceId }: Caller, id: string): Promise<Invitation> {
  const invitation = await findInvitation(platform.database.sql, workspaceId, inviters, id);
  if (invitation === undefined) throw notFound('invitation', id);
  return invitation;
}

/** Withdraws an invitation: its link stops working. */
export async function withdrawInvitation(
  platform: Platform,
  { workspaceId }: Caller,
  id: string,
): Promise<{ id: string; deleted: true }> {
  await platform.database.transaction(async (tx) => {
    const gone = await deleteInvitation(tx, workspaceId, id);
    if (gone === undefined) throw notFound('invitation', id);
    await recordChange(tx, { workspaceId, action: 'invitation.deleted', resource: { id, name: gone.email } });
  });
  return { id, deleted: true };
}

/**
 * Accepts an invitation and signs the person in. A person with an account has to be signed in to it, because the link
 * alone does not prove who the person is; they keep that session.
 * @throws ApiError 401 for a used, unknown or expired token, 400 for an account that is not signed in, 403 if a page of
 * another origin uses the session.
 */
export async function acceptInvitation(
  platform: PeoplePlatform,
  { token, name, password }: InvitationAcceptance,
  browser: Browser,
): Promise<Answer<SignedIn>> {
  const { database } = platform;
  const hash = hashToken(token);
  const session = await findSession(platform, browser.headers);
  if (session !== undefined) refuseForeignPage(platform, browser.headers);
  const open = await getOpenInvitation(database.sql, token);
  const isKnown = (await findUserByEmail(database.sql, open.email)) !== undefined;
  if (password !== undefined && !isKnown) await assertStrongPassword(password, [name, open.email]);
  const passwordHash = password === undefined || isKnown ? null : await hashPassword(password);
  return database.transaction(async (tx) => {
    const invitation = await takeInvitation(tx, hash, inviters);
    if (invitation === undefined) throw usedInvitation();
    const { email, role, workspace_id: workspaceId } = invitation;
    const known = await findUserByEmail(tx, email);
    if (known !== undefined && known.id !== session?.user_id) throw signInFirst(email);
    const user =
      known ?? (await insertUser(tx, { id: createId('usr'), email, name, passwordHash, isEmailVerified: false }));
    if (user === undefined) throw signInFirst(email);
    await joinWorkspace(tx, workspaceId, user, role);
    if (known !== undefined) return continueSession(platform, tx, known, browser, workspaceId);
    return signInUser(platform, tx, user, browser, { workspaceId });
  });
}

/** Returns an invitation without using it up. Throws 401 for a used, unknown or expired token. */
export async function getOpenInvitation(sql: Sql, token: string): Promise<OpenInvitation> {
  const open = await findInvitationByToken(sql, hashToken(token), inviters);
  if (open === undefined) throw usedInvitation();
  return open;
}

function usedInvitation(): ApiError {
  return new ApiError('invalid_api_key', 'This invitation was used, withdrawn or has expired. Ask for a new one.');
}

function signInFirst(email: string): ApiError {
  return invalid({
    path: 'body.token',
    message: `invites ${email}, who has an account. Sign in to it first, then open the link again`,
    code: 'not_allowed',
  });
}

/** How long the response waits for the mail server. */
const mailWaitMs = 5_000;

/**
 * Mails the link to the person, if there is a mail server. False if it is known that no mail is sent: the inviter, to
 * whom the link is shown only now, has to pass it on. A slow mail server may still accept it.
 */
async function mailInvitation(
  platform: Platform,
  workspaceId: string,
  { email, invited_by: by, expires_at: expiresAt }: Invitation,
  link: string,
): Promise<boolean> {
  if (platform.mail === undefined) return false;
  const [row] = await platform.database.sql<{ name: string }[]>`
    SELECT name FROM workspaces WHERE id = ${workspaceId}`;
  // Anybody may choose these names, and the recipient may not know them: they must not look like the rest of the text.
  const [inviter, workspace] = [toOneLine(by.name), toOneLine(row?.name ?? 'Portico')];
  const day = new Date(expiresAt).toUTCString().slice(5, 16);
  const sending = platform.mail.send({
    to: email,
    subject: `${inviter} invites you to ${workspace}`,
    text: `${inviter} invites you to the workspace ${workspace} on Portico.

Open this link to accept. It works once, until ${day}:

${link}

If you don't know ${inviter}, ignore this mail.
`,
  });
  const isSent = sending.then(({ state }) => state === 'sent');
  return raceAbort(isSent, AbortSignal.timeout(mailWaitMs)).catch(() => true);
}
