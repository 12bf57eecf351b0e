import type { KeySignIn, PasswordSignIn, SignedIn } from '@portico/shared-types';
import { Scope } from '@portico/shared-types';
import type { Actor } from '../../../platform/actor.ts';
import { ApiError } from '../../../platform/errors.ts';
import { Answer } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { authenticateKey, findKeyForLogin, type KeysPlatform } from '../../api-keys/index.ts';
import { recordChange } from '../../audit-log/index.ts';
import { type Browser, signInKey, signInUser } from '../sessions/open-session.ts';
import { findUserByEmail } from '../users/find-user-by-email.ts';
import { lockUser, type UserRow } from '../users/users.sql.ts';
import { findKnownBrowser, rememberBrowser } from './known-browser.ts';
import { countAttempt, limitByAddress, limitByBrowser, limitByEmail } from './sign-in-limits.ts';
import { isPasswordRight } from './passwords.ts';

/**
 * Signs in with e-mail address and password. An unknown address takes the same time and gets the same error as a wrong
 * password. The attempts of a browser in which the person has signed in with a password before are counted apart, or
 * strangers could keep everybody out whose address they know.
 * @throws ApiError 401 invalid_api_key, and 429 once ten attempts in 15 minutes have failed.
 */
export async function signInWithPassword(
  platform: Platform,
  { email, password }: PasswordSignIn,
  browser: Browser,
): Promise<Answer<SignedIn>> {
  const { database } = platform;
  const user = await findUserByEmail(database.sql, email);
  const known = user && findKnownBrowser(platform, browser.headers, user);
  const limit = known === undefined ? limitByEmail(email) : limitByBrowser(known);
  const takeBack = await countAttempt(platform, [limit, limitByAddress(browser.ip)]);
  const isRight = await isPasswordRight(user?.password_hash, password);
  if (user === undefined || !isRight) {
    // Not awaited: the response time must not reveal whether the address is known.
    if (user !== undefined) void recordFailure(platform, user);
    throw wrong();
  }
  await takeBack();
  const { data, status, headers } = await database.transaction(async (tx) => {
    // A change while it was checked has ended the sessions that it had opened; it must not open another one.
    const current = await lockUser(tx, user.id);
    if (current?.password_hash !== user.password_hash) throw wrong();
    return signInUser(platform, tx, user, browser);
  });
  const cookies = [headers['Set-Cookie'] ?? [], rememberBrowser(platform, browser.headers, user)].flat();
  return new Answer(data, status, { ...headers, 'Set-Cookie': cookies });
}

function wrong(): ApiError {
  return new ApiError('invalid_api_key', 'The e-mail address or the password is wrong.');
}

/** Records a failed sign-in in each workspace of the person. */
async function recordFailure({ database, log }: Platform, user: UserRow): Promise<void> {
  const actor: Actor = { type: 'user', id: user.id, name: user.name, avatarUrl: null, memberId: null };
  try {
    await database.transaction(async (tx) => {
      const places = await tx<{ workspace_id: string }[]>`
        SELECT workspace_id FROM members WHERE user_id = ${user.id}`;
      for (const { workspace_id: workspaceId } of places) {
        const resource = { id: user.id, name: user.email };
        await recordChange(tx, { workspaceId, action: 'session.failed', resource, actor });
      }
    });
  } catch (error) {
    log.warn({ err: error }, 'a failed sign-in was not recorded');
  }
}

/**
 * Signs in with an API key that has every scope: the key of a first start, or one created by the operator.
 * @throws ApiError 401 for an invalid key, 403 if it lacks a scope.
 */
export async function signInWithKey(
  platform: KeysPlatform,
  { api_key: key }: KeySignIn,
  browser: Browser,
): Promise<Answer<SignedIn>> {
  const caller = await authenticateKey(platform, key.trim());
  const missing = Scope.options.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length > 0) {
    throw new ApiError(
      'insufficient_scope',
      `Only a key with every scope can sign in. This key lacks ${missing.join(', ')}.`,
      {
        required: Scope.options,
        missing,
      },
    );
  }
  const row = await findKeyForLogin(platform.database.sql, caller.actor.id);
  if (row === undefined) throw new ApiError('invalid_api_key', 'This API key is not valid.');
  const { id, name, secret_hash: secretHash, workspace_id: workspaceId } = row;
  return platform.database.transaction(async (tx) =>
    signInKey(platform, tx, { id, name, secretHash, workspaceId }, browser),
  );
}
