/** The address meant by a typed text, with https if it has no scheme; null if it is not a web address. */
export function checkUrl(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || /\s/.test(trimmed)) return null;
  const withScheme =
    /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/]+:\d+(\/|$)/.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = URL.parse(withScheme);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (url.username !== '' || url.password !== '') return null;
  // A single word is far more often a typo than a host name.
  return url.hostname.includes('.') || url.hostname.startsWith('[') ? url.href : null;
}
