import type { IncomingHttpHeaders } from 'node:http';
import type { Platform } from '../../../platform/platform.ts';
import { defineHostCookie } from '../host-cookie.ts';

/** Maximum lifetime of a session. The database also ends it after 14 days without use. */
const maxSessionDays = 60;

const cookie = defineHostCookie('portico_session');

/** Returns the token in the session cookie of a request. */
export function readSessionToken(platform: Platform, headers: IncomingHttpHeaders): string | undefined {
  const token = cookie.read(platform, headers);
  return token === undefined || token === '' || token.length > 100 ? undefined : token;
}

/** Returns the header that sets the session cookie. */
export function setSessionCookie(platform: Platform, token: string): Record<string, string> {
  return { 'Set-Cookie': cookie.write(platform, token, maxSessionDays * 86_400) };
}

/** Returns the header that deletes it. */
export function clearSessionCookie(platform: Platform): Record<string, string> {
  return { 'Set-Cookie': cookie.clear(platform) };
}
