/**
 * What people's addresses look like: ASCII, without quotes, as in the HTML standard, and with a dot in the domain, whose
 * end may be an international one like `xn--p1ai`.
 */
export const emailPattern =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])$/;

/** The maximum number of characters of an address (RFC 3696, erratum 1690). */
export const maxEmailLength = 254;

/** A domain with letters that aren't ASCII, and with no character that has a meaning in a web address. */
const international = /^(?=.*[^ -~])[A-Za-z0-9.\-\u0080-\u{10FFFF}]+$/u;

/** An e-mail address in lower case, without spaces around it; undefined if the text isn't one. */
export function readEmailAddress(text: string): string | undefined {
  const address = withAsciiDomain(text.trim());
  return address.length <= maxEmailLength && emailPattern.test(address) ? address.toLowerCase() : undefined;
}

/**
 * Returns `info@bücher.de` as `info@xn--bcher-kva.de`, which is how mail is addressed, and what the fields for e-mail
 * addresses give in some browsers; in others they give what was typed. Any other text is returned unchanged.
 */
export function withAsciiDomain(address: string): string {
  const start = address.lastIndexOf('@') + 1;
  const domain = address.slice(start);
  if (start === 0 || domain.length > maxEmailLength || !international.test(domain)) return address;
  try {
    return address.slice(0, start) + new URL(`http://${domain}`).hostname;
  } catch {
    return address;
  }
}
