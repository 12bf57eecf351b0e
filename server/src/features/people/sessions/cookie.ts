import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Platform } from '../../../platform/platform.ts';

/** Maximum lifetime of a session. The database also ends it after 14 days without use. */
const maxSessionDays = 60;

/** With `__Host-` browsers reject the cookie from other hosts and over plain http; it requires https. */
function nameOf(platform: Platform): string {
  return isSecure(platform) ? '__Host-portico_session' : 'portico_session';
}

function isSecure({ publicUrl }: Platform): boolean {
  return publicUrl.startsWith('https:');
}

/** Returns the token in the session cookie of a request. */
export function readSessionToken(platform: Platform, headers: IncomingHttpHeaders): string | undefined {
  const token = headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[nameOf(platform)];
  return token === undefined || token === '' || token.length > 100 ? undefined : token;
}

/** Returns the header that sets the session cookie. */
export function setSessionCookie(platform: Platform, token: string): Record<string, string> {
  return { 'Set-Cookie': writeCookie(platform, token, maxSessionDays * 86_400) };
}

/** Returns the header that deletes it. */
export function clearSessionCookie(platform: Platform): Record<string, string> {
  return { 'Set-Cookie': writeCookie(platform, '', 0) };
}

function writeCookie(platform: Platform, value: string, maxAge: number): string {
  return stringifySetCookie({
    name: nameOf(platform),
    value,
    maxAge,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(platform),
  });
}
