import { OutboundError } from './outbound-error.ts';

/**
 * Parses a user's address: http or https, without user name and password. `base` is the address that redirected here.
 */
export function parseUrl(text: string | URL, base?: URL): URL {
  const url = URL.parse(String(text), base?.href);
  if (!url) throw new OutboundError('invalid_url', 'This is not a valid address.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundError('scheme_refused', 'Only http and https addresses are requested.');
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('credentials_refused', 'An address must not contain a user name or a password.');
  return url;
}
