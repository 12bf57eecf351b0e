import type { SetupRequest, SignedIn } from '@portico/shared-types';
import type { Transaction } from '../../../platform/database.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Answer } from '../../../platform/http/route.ts';
import { createId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { joinWorkspace } from '../members/join-workspace.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { type Browser, signInUser } from '../sessions/open-session.ts';
import { claimAccount } from '../users/claim-account.ts';
import { findUserByEmail } from '../users/find-user-by-email.ts';
import { insertUser, setPassword, type UserRow } from '../users/users.sql.ts';
import { assertStrongPassword } from './check-password.ts';
import { endPasswordLinks, getOwnerLink, type OwnerLink, takeOwnerLink } from './owner-links.ts';
import { hashPassword } from './passwords.ts';

/**
 * Uses a link from the operator's shell: creates an owner, or sets the person's password and ends the person's other
 * sessions. A rejected request leaves the link unused.
 * @throws ApiError 401 for a used or unknown link, 400 for another e-mail address or a weak password.
 */
export async function setUp(
  platform: Platform,
  { token, name, email, password }: SetupRequest,
  browser: Browser,
): Promise<Answer<SignedIn>> {
  const { database } = platform;
  // Checked first, so that nobody without a link can make the server compute a hash.
  await getOwnerLink(database.sql, token);
  if (password !== undefined) await assertStrongPassword(password, [name, email]);
  const passwordHash = password === undefined ? null : await hashPassword(password);
  return database.transaction(async (tx) => {
    const link = await takeOwnerLink(tx, token);
    const known = await findUserByEmail(tx, email);
    assertLinkFits(link, email, known);
    const user =
      known ?? (await insertUser(tx, { id: createId('usr'), email, name, passwordHash, isEmailVerified: true }));
    if (user === undefined) throw taken();
    if (known === undefined) await joinWorkspace(tx, link.workspace_id, user, 'owner');
    else await recover(tx, known, passwordHash);
    if (passwordHash !== null) await endPasswordLinks(tx, email);
    const workspace = known === undefined ? { workspaceId: link.workspace_id } : {};
    return signInUser(platform, tx, user, browser, { ...workspace, status: 201 });
  });
}

async function recover(tx: Transaction, user: UserRow, passwordHash: string | null): Promise<void> {
  await claimAccount(tx, user);
  if (passwordHash !== null) await setPassword(tx, user.id, passwordHash);
  await endSessions(tx, { userId: user.id });
}

function assertLinkFits(link: OwnerLink, email: string, known: UserRow | undefined): void {
  if (link.email !== null && link.email !== email) {
    throw invalid({
      path: 'body.email',
      message: `must be ${link.email}, for which the link was created`,
      code: 'invalid',
    });
  }
  if (link.email === null && known !== undefined) throw taken();
}

function taken() {
  return invalid({
    path: 'body.email',
    message: 'already has an account. Sign in, or print a link for it: npm run portico -- console link --email ADDRESS',
    code: 'taken',
  });
}
