import type { Sql } from '../../../platform/database.ts';

/** A reserved connection, or the time for the next attempt; milliseconds since the epoch. */
export type Taken = { readonly until: number } | { readonly retryAt: number };

/**
 * Reserves one of a host's two connections, if one is free and the last request started long enough ago. `until`
 * identifies the connection: two starts are never in the same millisecond.
 */
export async function takeConnection(
  sql: Sql,
  host: string,
  { now, gapMs, holdMs, pollMs }: { now: number; gapMs: number; holdMs: number; pollMs: number },
): Promise<Taken> {
  const until = now + holdMs;
  const rows = await sql`
    INSERT INTO crawl_hosts AS known (host, next_start_ms, first_until_ms) VALUES (${host}, ${now + gapMs}, ${until})
    ON CONFLICT (host) DO UPDATE SET next_start_ms = ${now + gapMs},
      first_until_ms = CASE WHEN known.first_until_ms <= ${now} THEN ${until} ELSE known.first_until_ms END,
      second_until_ms = CASE WHEN known.first_until_ms <= ${now} THEN known.second_until_ms ELSE ${until} END
    WHERE known.next_start_ms <= ${now} AND least(known.first_until_ms, known.second_until_ms) <= ${now}
    RETURNING host`;
  if (rows.length > 0) return { until };
  const [row] = await sql<{ next_start: number; free_at: number }[]>`
    SELECT next_start_ms::float8 AS next_start, least(first_until_ms, second_until_ms)::float8 AS free_at
    FROM crawl_hosts WHERE host = ${host}`;
  // A connection is usually released long before its reservation expires.
  if (row !== undefined && row.free_at > now) return { retryAt: now + pollMs };
  return { retryAt: Math.max(row?.next_start ?? now, now + 1) };
}

/** Releases a connection. */
export async function releaseConnection(sql: Sql, host: string, until: number): Promise<void> {
  await sql`
    UPDATE crawl_hosts SET
      first_until_ms = CASE WHEN first_until_ms = ${until} THEN 0 ELSE first_until_ms END,
      second_until_ms = CASE WHEN second_until_ms = ${until} THEN 0 ELSE second_until_ms END
    WHERE host = ${host} AND ${until} IN (first_until_ms, second_until_ms)`;
}

/** Blocks all requests to a host until `at`. */
export async function postponeHost(sql: Sql, host: string, at: number): Promise<void> {
  await sql`UPDATE crawl_hosts SET next_start_ms = greatest(next_start_ms, ${at}::bigint) WHERE host = ${host}`;
}

/** Deletes hosts that nobody has requested since `before`. */
export async function forgetHosts(sql: Sql, before: number): Promise<void> {
  await sql`DELETE FROM crawl_hosts WHERE greatest(next_start_ms, first_until_ms, second_until_ms) < ${before}`;
}
