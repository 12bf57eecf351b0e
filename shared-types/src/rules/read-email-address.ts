/**
 * What people's addresses look like: ASCII, without quotes, as in the HTML standard, and with a dot in the domain, whose
 * end may be an international one like `xn--p1ai`.
 */
export const emailPattern =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$/;

/** The maximum number of characters of an address (RFC 3696, erratum 1690). */
export const maxEmailLength = 254;

/** An e-mail address in lower case, without spaces around it; undefined if the text isn't one. */
export function readEmailAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  return address.length <= maxEmailLength && emailPattern.test(address) ? address : undefined;
}
