import type { Scope } from '@portico/shared-types';
import type { AccessLease } from '../../platform/access-watch.ts';
import { isLive } from './is-live.ts';
import type { KeysPlatform } from './keys-platform.ts';
import { watchKeyId } from './watch-key.ts';

/**
 * Whether access given away in a key's name, like the link to a task, is still valid: as long as the key is, and has
 * one of `scopes`.
 */
export async function mayKeyStillGrant(
  platform: KeysPlatform,
  keyId: string,
  scopes: readonly Scope[],
): Promise<boolean> {
  const key = await platform.apiKeys.lookUp(keyId);
  return key !== undefined && isLive(key) && scopes.some((scope) => key.scopes.includes(scope));
}

/** Watches that access. */
export function watchKeyGrant(platform: KeysPlatform, keyId: string, scopes: readonly Scope[]): AccessLease {
  return watchKeyId(
    platform,
    keyId,
    (key) => key !== undefined && isLive(key) && scopes.some((scope) => key.scopes.includes(scope)),
  );
}
