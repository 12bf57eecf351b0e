import type { IncomingHttpHeaders } from 'node:http';
import { isOwnOrigin } from '../../../platform/http/admit-origin.ts';
import type { Platform } from '../../../platform/platform.ts';
import { upsertSite } from './sites.sql.ts';

interface Load {
  readonly interfaceId: string;
  readonly origin: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

const hourMs = 3_600_000;
/** Sites that this process has recorded; a cache that saves queries, not the source of truth. */
const noted = new Map<string, number>();
const maxNoted = 10_000;

/** Records the site that loads an interface, at most once an hour for each site; pages of this server don't count. */
export async function noteSite(platform: Platform, { interfaceId, origin, headers }: Load): Promise<void> {
  if (origin === undefined || !URL.canParse(origin) || isOwnOrigin({ platform, origin, headers })) return;
  const { host } = new URL(origin);
  if (host === '' || host.length > 260) return;
  const key = `${interfaceId} ${host}`;
  const now = Date.now();
  if (now - (noted.get(key) ?? -Infinity) < hourMs) return;
  noted.delete(key);
  noted.set(key, now);
  const [oldest] = noted.keys();
  if (noted.size > maxNoted && oldest !== undefined) noted.delete(oldest);
  try {
    await upsertSite(platform.database.sql, interfaceId, host);
  } catch (error) {
    // A failure must not affect the visitor's page; the next load records the site.
    noted.delete(key);
    platform.log.warn({ err: error }, 'a site could not be recorded');
  }
}
