import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import { defineSealedCookie } from '../sealed-cookie.ts';
import { createToken, hashToken } from '../tokens.ts';

/**
 * In a browser, for 180 days: the person who has last entered the right password there, a name of this browser, and a
 * hash of the password's hash, with which all browsers of a person are forgotten once the password changes.
 */
const knownBrowser = defineSealedCookie(
  'portico_known',
  z.object({ email: z.string(), browser: z.string(), password: z.string() }),
  180 * 86_400,
);

interface Person {
  readonly email: string;
  readonly password_hash: string | null;
}

/** The name of a browser in which that person has entered the present password before; undefined for all others. */
export function findKnownBrowser(
  platform: Platform,
  headers: IncomingHttpHeaders,
  { email, password_hash: hash }: Person,
): string | undefined {
  const known = knownBrowser.read(platform, headers);
  const isSame = known?.email === email && hash !== null && known.password === hashToken(hash);
  return isSame ? known.browser : undefined;
}

/** Returns the header by which a browser is known to be that person's; one that is known already keeps its name. */
export function rememberBrowser(platform: Platform, headers: IncomingHttpHeaders, person: Person): string {
  const browser = findKnownBrowser(platform, headers, person) ?? createToken();
  const { email, password_hash: hash } = person;
  return knownBrowser.write(platform, { email, browser, password: hashToken(hash ?? '') });
}
