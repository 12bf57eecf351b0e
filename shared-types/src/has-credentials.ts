/**
 * True if an http address contains a user name or a password. Placeholders of a template (`{{ name }}`) may be anywhere
 * in it; they count as text without special characters.
 */
export function hasCredentials(address: string): boolean {
  const text = replacePlaceholders(address.trim());
  const parsed = URL.parse(text);
  if (parsed !== null) return parsed.username !== '' || parsed.password !== '';
  return /^https?:[/\\]*[^/\\?#]*@/i.test(text);
}

/** In linear time, for any text: its length is checked elsewhere, and not before this. */
function replacePlaceholders(text: string): string {
  let replaced = '';
  for (let at = 0; ;) {
    const start = text.indexOf('{{', at);
    const end = start === -1 ? -1 : text.indexOf('}}', start + 2);
    if (end === -1) return replaced + text.slice(at);
    replaced += `${text.slice(at, start)}x`;
    at = end + 2;
  }
}
