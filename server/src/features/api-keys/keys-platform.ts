import { AccessWatch } from '../../platform/access-watch.ts';
import { createBatcher } from '../../platform/batcher.ts';
import type { Platform } from '../../platform/platform.ts';
import { findKeysForLogin, type LoginKey } from './api-keys.sql.ts';

/** What this process keeps of API keys. */
export interface ApiKeys {
  /**
   * Finds the key that a request carries, as it is now: requests that come while others' keys are being looked up share
   * the next query, so a revoked key is refused from the next request on.
   */
  readonly lookUp: (id: string) => Promise<LoginKey | undefined>;
  readonly access: AccessWatch<LoginKey>;
}

/** The platform with what authenticating by key needs. */
export interface KeysPlatform extends Platform {
  readonly apiKeys: ApiKeys;
}

export function openApiKeys({ database: { sql, embedded }, log, stopping }: Platform): ApiKeys {
  return {
    lookUp: createBatcher(
      async (ids: readonly string[]) => {
        const rows = await findKeysForLogin(sql, [...new Set(ids)]);
        const keys = new Map(rows.map((row) => [row.id, row]));
        return ids.map((wanted) => keys.get(wanted));
      },
      // The embedded database has one connection, so more statements at a time would only wait for each other.
      { maxConcurrent: embedded ? 1 : 3, maxItems: 100 },
    ),
    access: new AccessWatch<LoginKey>({
      name: 'API keys',
      log,
      stopping,
      find: async (ids) => new Map((await findKeysForLogin(sql, ids)).map((row) => [row.id, row])),
    }),
  };
}
