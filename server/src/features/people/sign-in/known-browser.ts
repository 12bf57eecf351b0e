import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import { createToken } from '../tokens.ts';
import { defineSealedCookie } from '../sealed-cookie.ts';

/** In a browser, for 180 days: the person who has last entered the right password there, and a name of this browser. */
const knownBrowser = defineSealedCookie(
  'portico_known',
  z.object({ email: z.string(), browser: z.string() }),
  180 * 86_400,
);

/** The name of a browser in which the person with that address has signed in before; undefined for all others. */
export function findKnownBrowser(platform: Platform, headers: IncomingHttpHeaders, email: string): string | undefined {
  const known = knownBrowser.read(platform, headers);
  return known?.email === email ? known.browser : undefined;
}

/** Returns the header by which a browser is known to be that person's; one that is known already keeps its name. */
export function rememberBrowser(platform: Platform, headers: IncomingHttpHeaders, email: string): string {
  const browser = findKnownBrowser(platform, headers, email) ?? createToken();
  return knownBrowser.write(platform, { email, browser });
}
