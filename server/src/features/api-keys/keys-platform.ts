import { AccessWatch } from '../../platform/access-watch.ts';
import { createBatcher } from '../../platform/batcher.ts';
import type { Platform } from '../../platform/platform.ts';
import { findKeysForLogin, type LoginKey } from './api-keys.sql.ts';

/** In-memory state of API keys in this process. */
export interface ApiKeys {
  /**
   * Looks up the current state of the key in a request. Requests that arrive during a query share the next one, so a
   * revoked key is rejected from the next request on.
   */
  readonly lookUp: (id: string) => Promise<LoginKey | undefined>;
  readonly access: AccessWatch<LoginKey>;
}

/** The platform plus the dependencies of key authentication. */
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
      // The embedded database has one connection, so concurrent statements would only wait for each other.
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
