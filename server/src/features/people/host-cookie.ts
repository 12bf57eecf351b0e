import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Platform } from '../../platform/platform.ts';

/** A cookie that only this host gets, and no script. */
export interface HostCookie {
  /** Returns the header that stores a value for some seconds. */
  write(platform: Platform, value: string, maxAge: number): string;
  /** Returns the header that deletes the cookie. */
  clear(platform: Platform): string;
  /** The value in a request; undefined if there isn't one. */
  read(platform: Platform, headers: IncomingHttpHeaders): string | undefined;
}

/**
 * Defines a cookie by its name. With https the name begins with `__Host-`, with which browsers reject the cookie from
 * other hosts and over plain http.
 */
export function defineHostCookie(name: string): HostCookie {
  const isSecure = ({ publicUrl }: Platform) => publicUrl.startsWith('https:');
  const nameOf = (platform: Platform) => (isSecure(platform) ? `__Host-${name}` : name);
  const write = (platform: Platform, value: string, maxAge: number) =>
    stringifySetCookie({
      name: nameOf(platform),
      value,
      maxAge,
      path: '/',
      httpOnly: true,
      // An OpenID provider returns the browser with a link, with which Lax cookies are sent.
      sameSite: 'lax',
      secure: isSecure(platform),
    });
  return {
    write,
    clear: (platform) => write(platform, '', 0),
    read: (platform, { cookie = '' }) => parseCookie(cookie)[nameOf(platform)],
  };
}
