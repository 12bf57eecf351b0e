import type { Sql } from '../../../platform/database.ts';

/** A reserved connection, or the time for the next attempt; milliseconds since the epoch. */
export type Taken = { readonly until: number } | { readonly retryAt: number };

/** Every time is less than this many milliseconds ahead. One that is further was set by a clock that was wrong. */
const maxAheadMs = 60_000;

/**
 * Reserves one of a host's two connections, if one is free and the last request started long enough ago. `until`
 * identifies the connection: two starts are never in the same millisecond. Nobody else gets a turn until the start of
 * the request is confirmed (`confirmStart`), or until the reservation expires.
 */
export async function takeConnection(
  sql: Sql,
  host: string,
  { now, holdMs, pollMs }: { now: number; holdMs: number; pollMs: number },
): Promise<Taken> {
  const until = now + holdMs;
  const isAhead = sql`BETWEEN ${now + 1}::bigint AND ${now + maxAheadMs}::bigint`;
  const rows = await sql`
    INSERT INTO crawl_hosts AS known (host, next_start_ms, first_until_ms) VALUES (${host}, ${until}, ${until})
    ON CONFLICT (host) DO UPDATE SET next_start_ms = ${until},
      first_until_ms = CASE WHEN known.first_until_ms ${isAhead} THEN known.first_until_ms ELSE ${until} END,
      second_until_ms = CASE WHEN known.first_until_ms ${isAhead} THEN ${until} ELSE known.second_until_ms END
    WHERE NOT known.next_start_ms ${isAhead}
      AND NOT (known.first_until_ms ${isAhead} AND known.second_until_ms ${isAhead})
    RETURNING host`;
  if (rows.length > 0) return { until };
  const [row] = await sql<{ next_start: number; is_soon: boolean }[]>`
    SELECT next_start_ms::float8 AS next_start,
      next_start_ms IN (first_until_ms, second_until_ms) OR least(first_until_ms, second_until_ms) > ${now} AS is_soon
    FROM crawl_hosts WHERE host = ${host}`;
  // A request starts, and a connection is released, long before its reservation expires.
  return { retryAt: row?.is_soon === true ? now + pollMs : Math.max(row?.next_start ?? now, now + 1) };
}

/**
 * Confirms that the request of that connection started: the next one may start `gapMs` later. Counted from here, because
 * a busy process may need long from its turn to the request. What the host itself has asked for (`postponeHost`) stays.
 */
export async function confirmStart(
  sql: Sql,
  host: string,
  { until, now, gapMs }: { until: number; now: number; gapMs: number },
): Promise<void> {
  await sql`UPDATE crawl_hosts SET next_start_ms = ${now + gapMs} WHERE host = ${host} AND next_start_ms = ${until}`;
}

/** Releases a connection. */
export async function releaseConnection(sql: Sql, host: string, until: number): Promise<void> {
  await sql`
    UPDATE crawl_hosts SET
      first_until_ms = CASE WHEN first_until_ms = ${until} THEN 0 ELSE first_until_ms END,
      second_until_ms = CASE WHEN second_until_ms = ${until} THEN 0 ELSE second_until_ms END
    WHERE host = ${host} AND ${until} IN (first_until_ms, second_until_ms)`;
}

/** Blocks all requests to a host until `at`, also after a request that is about to start. */
export async function postponeHost(sql: Sql, host: string, at: number): Promise<void> {
  await sql`
    UPDATE crawl_hosts SET next_start_ms = CASE WHEN next_start_ms IN (first_until_ms, second_until_ms)
      THEN ${at}::bigint ELSE greatest(next_start_ms, ${at}::bigint) END
    WHERE host = ${host}`;
}

/** Deletes hosts that nobody has requested since `before`. */
export async function forgetHosts(sql: Sql, before: number): Promise<void> {
  await sql`DELETE FROM crawl_hosts WHERE greatest(next_start_ms, first_until_ms, second_until_ms) < ${before}`;
}
