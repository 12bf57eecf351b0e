/**
 * True if an http address contains a user name or a password. Placeholders of a template (`{{ name }}`) may be anywhere
 * in it; they count as text without special characters.
 */
export function hasCredentials(address: string): boolean {
  const text = address.trim().replaceAll(/\{\{[\s\S]*?\}\}/g, 'x');
  const parsed = URL.parse(text);
  if (parsed !== null) return parsed.username !== '' || parsed.password !== '';
  return /^https?:[/\\]*[^/\\?#]*@/i.test(text);
}
