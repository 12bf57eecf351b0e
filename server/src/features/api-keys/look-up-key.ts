import { createBatcher } from '../../platform/batcher.ts';
import type { Platform } from '../../platform/platform.ts';
import { findKeysForLogin, type LoginKey } from './api-keys.sql.ts';

const lookUps = new WeakMap<Platform, (id: string) => Promise<LoginKey | undefined>>();

/**
 * Finds the key that a request carries, as it is now: requests that come while others' keys are being looked up share
 * the next query, so a revoked key is refused from the next request on.
 */
export async function lookUpKey(platform: Platform, id: string): Promise<LoginKey | undefined> {
  const known = lookUps.get(platform);
  if (known) return known(id);
  const { sql, embedded } = platform.database;
  const lookUp = createBatcher(
    async (ids: readonly string[]) => {
      const rows = await findKeysForLogin(sql, [...new Set(ids)]);
      const keys = new Map(rows.map((row) => [row.id, row]));
      return ids.map((wanted) => keys.get(wanted));
    },
    { maxConcurrent: embedded ? 1 : 3, maxItems: 100 },
  );
  lookUps.set(platform, lookUp);
  return lookUp(id);
}
