import type { Sql } from '../../../platform/database.ts';

interface SiteRow {
  host: string;
  first_seen_at: string;
  last_seen_at: string;
}

/** Anyone can send any origin, so an interface stores at most this many sites. */
const maxSites = 100;

/** Records that an interface was loaded on a site; a row less than an hour old is not changed. */
export async function upsertSite(sql: Sql, interfaceId: string, host: string): Promise<void> {
  await sql`
    INSERT INTO chat_sites AS site (interface_id, host)
    SELECT ${interfaceId}, ${host}
    WHERE EXISTS (SELECT 1 FROM chat_sites WHERE interface_id = ${interfaceId} AND host = ${host})
      OR (SELECT count(*) FROM chat_sites WHERE interface_id = ${interfaceId}) < ${maxSites}
    ON CONFLICT (interface_id, host) DO UPDATE SET last_seen_at = now()
    WHERE site.last_seen_at < now() - interval '1 hour'`;
}

/** The sites of an interface, the most recently seen first. */
export async function listSites(sql: Sql, interfaceId: string): Promise<SiteRow[]> {
  return sql<SiteRow[]>`
    SELECT host, first_seen_at, last_seen_at FROM chat_sites WHERE interface_id = ${interfaceId}
    ORDER BY last_seen_at DESC, host`;
}
