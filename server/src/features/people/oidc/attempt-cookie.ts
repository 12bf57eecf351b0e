import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import { seal, unseal } from '../../../platform/seal.ts';

/** The data that verifies a pending sign-in when the browser returns; only that browser has it. */
const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  until: z.number(),
});
type Attempt = z.infer<typeof Attempt>;

const lifeSeconds = 600;

function nameOf({ publicUrl }: Platform): string {
  return publicUrl.startsWith('https:') ? '__Host-portico_oidc' : 'portico_oidc';
}

/** The header that stores an attempt in the browser, encrypted, for ten minutes. */
export function writeAttempt(platform: Platform, attempt: Omit<Attempt, 'until'>): string {
  const text = JSON.stringify({ ...attempt, until: Date.now() + lifeSeconds * 1_000 });
  return write(platform, seal(platform.config.secretKey, text).toString('base64url'), lifeSeconds);
}

/** The header that deletes it: an attempt can be used once. */
export function clearAttempt(platform: Platform): string {
  return write(platform, '', 0);
}

/** The attempt of this browser; undefined if there is none, it has expired or it is not ours. */
export function readAttempt(platform: Platform, { cookie = '' }: IncomingHttpHeaders): Attempt | undefined {
  const sealed = parseCookie(cookie)[nameOf(platform)];
  if (sealed === undefined) return undefined;
  try {
    const text = unseal(platform.config.secretKey, Buffer.from(sealed, 'base64url'));
    const attempt = Attempt.parse(JSON.parse(text));
    return attempt.until > Date.now() ? attempt : undefined;
  } catch {
    return undefined;
  }
}

function write(platform: Platform, value: string, maxAge: number): string {
  return stringifySetCookie({
    name: nameOf(platform),
    value,
    maxAge,
    path: '/',
    httpOnly: true,
    // The provider returns the browser with a link, with which Lax cookies are sent.
    sameSite: 'lax',
    secure: platform.publicUrl.startsWith('https:'),
  });
}
