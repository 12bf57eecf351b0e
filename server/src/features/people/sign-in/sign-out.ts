import type { SignedOut } from '@portico/shared-types';
import { Answer } from '../../../platform/http/route.ts';
import { refuseForeignPage } from '../../../platform/http/same-origin.ts';
import type { PeoplePlatform } from '../people-platform.ts';
import { findSession } from '../sessions/authenticate.ts';
import { clearSessionCookie, readSessionToken } from '../sessions/cookie.ts';
import { endSessionOfToken } from '../sessions/end-sessions.ts';
import type { Browser } from '../sessions/open-session.ts';

/**
 * Ends the session of the browser in the database and deletes the cookie. Without a session it only deletes the cookie.
 * @throws ApiError 403 if a page of another origin asks for it.
 */
export async function signOut(platform: PeoplePlatform, { headers }: Browser): Promise<Answer<SignedOut>> {
  if ((await findSession(platform, headers)) !== undefined) refuseForeignPage(platform, headers);
  const token = readSessionToken(platform, headers);
  if (token !== undefined) await platform.database.transaction(async (tx) => endSessionOfToken(tx, token));
  return new Answer({ signed_out: true }, 200, clearSessionCookie(platform));
}
