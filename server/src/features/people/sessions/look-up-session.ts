import { createBatcher } from '../../../platform/batcher.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findSessionsByToken, type SessionRow } from './sessions.sql.ts';

const lookUps = new WeakMap<Platform, (hash: string) => Promise<SessionRow | undefined>>();

/**
 * Finds the session of a token's hash as it is now: requests that come while others' sessions are being looked up share
 * the next query, so that an ended session is refused from the next request on.
 */
export async function lookUpSession(platform: Platform, hash: string): Promise<SessionRow | undefined> {
  const known = lookUps.get(platform);
  if (known !== undefined) return known(hash);
  const { sql, embedded } = platform.database;
  const lookUp = createBatcher(
    async (hashes: readonly string[]) => {
      const rows = await findSessionsByToken(sql, [...new Set(hashes)]);
      const sessions = new Map(rows.map((row) => [row.token_hash, row]));
      return hashes.map((wanted) => sessions.get(wanted));
    },
    { maxConcurrent: embedded ? 1 : 3, maxItems: 100 },
  );
  lookUps.set(platform, lookUp);
  return lookUp(hash);
}
