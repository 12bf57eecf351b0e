/** The address that a typed text means, with https if no scheme was given; null if it is none the web knows. */
export function checkUrl(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || /\s/.test(trimmed)) return null;
  const withScheme =
    /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/]+:\d+(\/|$)/.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = URL.parse(withScheme);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (url.username !== '' || url.password !== '') return null;
  // A bare word is far more often a slip than a host of one label.
  return url.hostname.includes('.') || url.hostname.startsWith('[') ? url.href : null;
}
