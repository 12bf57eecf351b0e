import { isTimezone } from '@portico/shared-types/is-timezone';
import type { Sql } from '../../../platform/database.ts';

/** The IANA time zone in which a workspace's schedules and days count. */
export async function findTimezone(sql: Sql, workspaceId: string): Promise<string> {
  const [row] = await sql<{ timezone: string }[]>`SELECT timezone FROM workspaces WHERE id = ${workspaceId}`;
  return row === undefined ? 'UTC' : toTimezone(row.timezone);
}

/**
 * Earlier versions also stored offsets and abbreviations, which Postgres rejects or reads differently: an abbreviation
 * is replaced by its zone, and an offset by UTC.
 */
function toTimezone(stored: string): string {
  if (isTimezone(stored)) return stored;
  try {
    const resolved = new Intl.DateTimeFormat('en', { timeZone: stored }).resolvedOptions().timeZone;
    return isTimezone(resolved) ? resolved : 'UTC';
  } catch {
    return 'UTC';
  }
}
