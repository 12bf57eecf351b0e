import { createHash } from 'node:crypto';
import type { Sql } from '../../../platform/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { groupAddress } from '../../../platform/http/limits.ts';
import type { Platform } from '../../../platform/platform.ts';

/** Number of wrong passwords in 15 minutes after which an e-mail address or an IP is locked for 15 minutes. */
const maxFailures = 10;

interface LimitRow {
  readonly name: string;
  readonly failures: number;
  /** Seconds until the lock ends; null without one. */
  readonly locked_for: number | null;
}

export function limitByEmail(email: string): string {
  // Any text can be sent as an address; none of it is stored.
  return `email:${createHash('sha256').update(email).digest('base64url')}`;
}

/** For a browser that is known to be the person's, instead of the address: strangers can't lock it. */
export function limitByBrowser(browser: string): string {
  return `browser:${browser}`;
}

export function limitByAddress(ip: string | undefined): string {
  return `ip:${groupAddress(ip)}`;
}

/**
 * Counts an attempt under each of these names before the password is checked: a thousand concurrent guesses get no more
 * attempts than sequential ones. Returns a function that undoes this after a success; earlier failures are kept.
 * @throws ApiError 429 with Retry-After if one of the names is locked.
 */
export async function countAttempt(platform: Platform, names: readonly string[]): Promise<() => Promise<void>> {
  const sorted = names.toSorted();
  const { database } = platform;
  const at = await database.transaction(async (tx) => {
    await tx`INSERT INTO sign_in_limits (name) SELECT unnest(${sorted}::text[]) ON CONFLICT (name) DO NOTHING`;
    const rows = await lockLimits(tx, sorted);
    const wait = Math.max(0, ...rows.map(({ locked_for: seconds }) => seconds ?? 0));
    if (wait > 0) return { wait };
    const [now] = await tx<{ at: string }[]>`SELECT clock_timestamp()::text AS at`;
    await tx`
      UPDATE sign_in_limits SET
        failures = array_append(ARRAY(SELECT at FROM unnest(failures) at
          WHERE at > now() - interval '15 minutes'), ${now?.at ?? ''}::timestamptz),
        locked_until = CASE WHEN (SELECT count(*) FROM unnest(failures) at
          WHERE at > now() - interval '15 minutes') + 1 >= ${maxFailures} THEN now() + interval '15 minutes' END
      WHERE name = ANY(${sorted}::text[])`;
    return { at: now?.at ?? '' };
  });
  if (at.wait !== undefined) throw locked(at.wait);
  return async () => {
    await database.sql`
      UPDATE sign_in_limits SET failures = array_remove(failures, ${at.at}::timestamptz),
        locked_until = CASE WHEN cardinality(array_remove(failures, ${at.at}::timestamptz)) >= ${maxFailures}
          THEN locked_until END
      WHERE name = ANY(${sorted}::text[])`;
  };
}

async function lockLimits(sql: Sql, names: readonly string[]): Promise<LimitRow[]> {
  return sql<LimitRow[]>`
    SELECT name, cardinality(failures) AS failures,
      CASE WHEN locked_until > now() THEN ceil(extract(epoch FROM locked_until - now()))::int END AS locked_for
    FROM sign_in_limits WHERE name = ANY(${[...names]}::text[]) ORDER BY name FOR UPDATE`;
}

function locked(seconds: number): ApiError {
  const minutes = Math.ceil(seconds / 60);
  return new ApiError(
    'rate_limit_exceeded',
    `Too many wrong passwords. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or sign in with a passkey.`,
    { retry_after: seconds, limit: maxFailures, window: '15_minutes' },
    { retryAfter: seconds },
  );
}

/** Removes counts that no longer matter. */
export async function deleteOldLimits(sql: Sql): Promise<void> {
  await sql`
    DELETE FROM sign_in_limits WHERE (locked_until IS NULL OR locked_until < now())
      AND NOT EXISTS (SELECT 1 FROM unnest(failures) at WHERE at > now() - interval '15 minutes')`;
}
