import type { Sql } from '../../../platform/database.ts';

/**
 * The name by which the database knows a time zone: not every system has the old names, such as Asia/Calcutta, which
 * browsers still use. UTC if it knows none.
 */
export async function knownTimezone(sql: Sql, timezone: string): Promise<string> {
  try {
    await sql`SELECT now() AT TIME ZONE ${timezone}`;
    return timezone;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === invalidParameter)) throw error;
  }
  const known = await sql<{ name: string }[]>`SELECT name FROM pg_timezone_names WHERE name LIKE '%/%' ORDER BY name`;
  const zone = resolve(timezone);
  return known.find(({ name }) => resolve(name) === zone)?.name ?? 'UTC';
}

const invalidParameter = '22023';

/** The one name of `Intl` for all names of a time zone; undefined if it doesn't know the name. */
function resolve(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
