import type { OidcCallbackQuery } from '@portico/shared-types';
import type { OidcConfig } from '../../../platform/config.ts';
import { cutText } from '../../../platform/cut-text.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { RawAnswer } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { toStorable } from '../../../platform/storable-text.ts';
import { type Browser, signInUser } from '../sessions/open-session.ts';
import { attemptCookie } from './attempt-cookie.ts';
import { Claims, isEmailVerified } from './claims.ts';
import { findOrAdmit, type Person } from './find-or-admit.ts';
import { forgetProvider, getProvider, loadClient } from './provider.ts';

const home = '/console';

const callbackPath = '/api/v1/auth/oidc/callback';
const scope = 'openid email profile';

/** A rejected sign-in, with the code for the console's message. */
class Refusal extends Error {
  readonly code: 'not_invited' | 'email_unverified' | 'sign_in_expired' | 'sign_in_failed';

  constructor(code: Refusal['code'], cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** Redirects the browser to the provider. Throws 404 if none is configured. */
export async function startOidc(platform: Platform, returnTo: string | undefined): Promise<RawAnswer> {
  const config = requireConfig(platform);
  try {
    const provider = await getProvider(config);
    const client = await loadClient();
    const verifier = client.randomPKCECodeVerifier();
    const attempt = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier,
      returnTo: toReturnPath(returnTo),
    };
    const address = client.buildAuthorizationUrl(provider, {
      redirect_uri: platform.publicUrl + callbackPath,
      scope,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: attempt.state,
      nonce: attempt.nonce,
    });
    return redirect(address.href, [attemptCookie.write(platform, attempt)]);
  } catch (error) {
    platform.log.warn({ err: error }, 'the OpenID provider can not be used');
    forgetProvider(config);
    return refuse(platform, new Refusal('sign_in_failed'));
  }
}

/** Handles the browser's return from the provider and signs the person in. Throws 404 if none is configured. */
export async function finishOidc(platform: Platform, query: OidcCallbackQuery, browser: Browser): Promise<RawAnswer> {
  const config = requireConfig(platform);
  try {
    const attempt = attemptCookie.read(platform, browser.headers);
    if (attempt === undefined) throw new Refusal('sign_in_expired');
    const person = await askProvider(platform, config, query, attempt);
    const { headers } = await platform.database.transaction(async (tx) => {
      const user = await findOrAdmit(tx, config, person);
      if (user === undefined) throw new Refusal('not_invited');
      return signInUser(platform, tx, user, browser);
    });
    return redirect(attempt.returnTo, [attemptCookie.clear(platform), ...[headers['Set-Cookie'] ?? []].flat()]);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (error instanceof Refusal) return refuse(platform, error);
    forgetProvider(config);
    return refuse(platform, new Refusal('sign_in_failed', error));
  }
}

async function askProvider(
  platform: Platform,
  config: OidcConfig,
  query: OidcCallbackQuery,
  attempt: { state: string; nonce: string; verifier: string },
): Promise<Person> {
  const provider = await getProvider(config);
  const client = await loadClient();
  const current = new URL(platform.publicUrl + callbackPath);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) current.searchParams.set(name, value);
  const tokens = await client.authorizationCodeGrant(provider, current, {
    pkceCodeVerifier: attempt.verifier,
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    idTokenExpected: true,
  });
  const identity = tokens.claims();
  if (identity === undefined) throw new Refusal('sign_in_failed');
  let claims = Claims.parse(toStorable(identity));
  if (claims.email === undefined)
    claims = Claims.parse(toStorable(await client.fetchUserInfo(provider, tokens.access_token, identity.sub)));
  const { email, name, picture } = claims;
  if (email === undefined || !isEmailVerified(claims, config.issuer)) throw new Refusal('email_unverified');
  const avatarUrl = picture !== undefined && /^https?:\/\//.test(picture) ? picture.slice(0, 2000) : null;
  return { email, name: cutText(name?.trim() ?? '', 200) || email, avatarUrl };
}

function requireConfig({ config: { oidc } }: Platform): OidcConfig {
  if (oidc === undefined) throw notFound('path', '/api/v1/auth/oidc');
  return oidc;
}

function refuse(platform: Platform, refusal: Refusal): RawAnswer {
  platform.log.info({ code: refusal.code, err: refusal.cause }, 'a sign-in by OpenID Connect was refused');
  return redirect(`/console#error=${refusal.code}`, [attemptCookie.clear(platform)]);
}

function redirect(address: string, cookies: readonly string[]): RawAnswer {
  return new RawAnswer(async (response) => {
    response.set('Cache-Control', 'no-store');
    response.set('Set-Cookie', [...cookies]);
    response.redirect(302, address);
  });
}

/**
 * Returns the path to redirect to after sign-in: `wanted` if it is the console or below it, else the console. The path
 * is resolved as a browser would, so that no spelling leads to another site or another of our pages.
 */
function toReturnPath(wanted: string | undefined): string {
  if (wanted === undefined || !wanted.startsWith(home)) return home;
  const base = 'http://console.invalid';
  const url = URL.parse(wanted, base);
  if (url === null || url.origin !== base) return home;
  if (url.pathname !== home && !url.pathname.startsWith(`${home}/`)) return home;
  return url.pathname + url.search + url.hash;
}
