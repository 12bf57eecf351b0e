/**
 * Whether a name is that of an IANA time zone for JavaScript and Postgres alike. Postgres reads offsets and
 * abbreviations, which `Intl` accepts, in another way: `+02:00` as two hours behind UTC, and `CET` without summer time.
 */
export function isTimezone(name: string): boolean {
  if (name !== 'UTC' && !name.includes('/')) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
