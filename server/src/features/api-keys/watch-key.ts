import type { Scope } from '@portico/shared-types';
import { type AccessLease, AccessWatch } from '../../platform/access-watch.ts';
import type { Platform } from '../../platform/platform.ts';
import { isLive } from './is-live.ts';
import { findKeysForLogin, type LoginKey } from './api-keys.sql.ts';

const watches = new WeakMap<Platform, AccessWatch<LoginKey>>();

/**
 * Watches a key that was used to open something: the signal fires within two seconds after it was revoked, has expired,
 * got another secret or lost one of these scopes.
 */
export function watchKey(platform: Platform, key: LoginKey, scopes: readonly Scope[]): AccessLease {
  return watchKeyId(platform, key.id, (now) => now !== undefined && holds(now, key, scopes));
}

export function watchKeyId(platform: Platform, id: string, holds: (key: LoginKey | undefined) => boolean): AccessLease {
  return keyWatch(platform).watch(id, holds);
}

function holds(now: LoginKey, then: LoginKey, scopes: readonly Scope[]): boolean {
  if (!isLive(now) || !now.secret_hash.equals(then.secret_hash)) return false;
  return scopes.every((scope) => now.scopes.includes(scope));
}

function keyWatch(platform: Platform): AccessWatch<LoginKey> {
  const known = watches.get(platform);
  if (known !== undefined) return known;
  const { log, stopping, database } = platform;
  const watch = new AccessWatch<LoginKey>({
    name: 'API keys',
    log,
    stopping,
    find: async (ids) => new Map((await findKeysForLogin(database.sql, ids)).map((row) => [row.id, row])),
  });
  watches.set(platform, watch);
  return watch;
}
