import type { Scope } from '@portico/shared-types';
import type { AccessLease } from '../../platform/access-watch.ts';
import { isLive } from './is-live.ts';
import type { LoginKey } from './api-keys.sql.ts';
import type { KeysPlatform } from './keys-platform.ts';

/**
 * Watches a key that was used to open something: the signal fires within two seconds after it was revoked, expired, got
 * a new secret or lost one of these scopes.
 */
export function watchKey(platform: KeysPlatform, key: LoginKey, scopes: readonly Scope[]): AccessLease {
  return watchKeyId(platform, key.id, (now) => now !== undefined && holds(now, key, scopes));
}

export function watchKeyId(
  platform: KeysPlatform,
  id: string,
  holds: (key: LoginKey | undefined) => boolean,
): AccessLease {
  return platform.apiKeys.access.watch(id, holds);
}

function holds(now: LoginKey, then: LoginKey, scopes: readonly Scope[]): boolean {
  if (!isLive(now) || !now.secret_hash.equals(then.secret_hash)) return false;
  return scopes.every((scope) => now.scopes.includes(scope));
}
