import type { Sql } from '../../../platform/database.ts';

/** The IANA time zone in which a workspace's schedules and days count. */
export async function findTimezone(sql: Sql, workspaceId: string): Promise<string> {
  const [row] = await sql<{ timezone: string }[]>`SELECT timezone FROM workspaces WHERE id = ${workspaceId}`;
  return row?.timezone ?? 'UTC';
}
