import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import { seal, unseal } from '../../../platform/seal.ts';

/** What a sign-in that is under way has to prove when it comes back; only the browser that began it has it. */
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

/** The header that keeps an attempt in the browser, sealed, for ten minutes. */
export function writeAttempt(platform: Platform, attempt: Omit<Attempt, 'until'>): string {
  const text = JSON.stringify({ ...attempt, until: Date.now() + lifeSeconds * 1_000 });
  return write(platform, seal(platform.config.secretKey, text).toString('base64url'), lifeSeconds);
}

/** The header that takes it away: an attempt comes back once. */
export function clearAttempt(platform: Platform): string {
  return write(platform, '', 0);
}

/** The attempt of this browser; undefined if there is none, or it is too old or not ours. */
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
    // The provider sends the browser back with a link, which carries cookies that are Lax.
    sameSite: 'lax',
    secure: platform.publicUrl.startsWith('https:'),
  });
}
