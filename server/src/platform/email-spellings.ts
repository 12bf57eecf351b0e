import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * The spellings in which an address may be stored, the given one first: with its domain in ASCII, and in its own letters.
 * A domain in neither form, such as one of full-width letters, is left alone: it only looks like another one.
 */
export function spellingsOf(address: string): string[] {
  const start = address.lastIndexOf('@') + 1;
  const [local, domain] = [address.slice(0, start), address.slice(start)];
  const ascii = domainToASCII(domain);
  const international = domainToUnicode(ascii);
  const isKnown = start > 0 && (domain === ascii || domain === international);
  return isKnown ? [...new Set([address, local + ascii, local + international])] : [address];
}
