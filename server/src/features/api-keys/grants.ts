import type { Scope } from '@portico/shared-types';
import type { AccessLease } from '../../platform/access-watch.ts';
import type { Platform } from '../../platform/platform.ts';
import { isLive } from './is-live.ts';
import { lookUpKey } from './look-up-key.ts';
import { watchKeyId } from './watch-key.ts';

/**
 * What was given away in a key's name, like the link to a task, is good for as long as the key is, and has one of
 * `scopes`.
 */
export async function mayKeyStillGrant(platform: Platform, keyId: string, scopes: readonly Scope[]): Promise<boolean> {
  const key = await lookUpKey(platform, keyId);
  return key !== undefined && isLive(key) && scopes.some((scope) => key.scopes.includes(scope));
}

/** Watches that. */
export function watchKeyGrant(platform: Platform, keyId: string, scopes: readonly Scope[]): AccessLease {
  return watchKeyId(
    platform,
    keyId,
    (key) => key !== undefined && isLive(key) && scopes.some((scope) => key.scopes.includes(scope)),
  );
}
