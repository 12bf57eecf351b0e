import { OutboundError } from './outbound-error.ts';

/** Reads an address that a user gave: http or https, without a name and password in it. `base` is what a redirect came from. */
export function parseUrl(text: string | URL, base?: URL): URL {
  const url = URL.parse(String(text), base?.href);
  if (!url) throw new OutboundError('invalid_url', 'This is not a valid address.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundError('scheme_refused', 'Only http and https addresses are requested.');
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('credentials_refused', 'An address must not contain a user name or a password.');
  return url;
}
