import type { Scope } from '@portico/shared-types';
import { type AccessLease, AccessWatch } from '../../platform/access-watch.ts';
import type { Platform } from '../../platform/platform.ts';
import { mayKeyStillGrant, watchKeyGrant } from '../api-keys/index.ts';
import { findRoles, type MemberRole } from './members/members.sql.ts';
import { scopesOf } from './roles.ts';

/**
 * Whether what a key or a member (`key_…`, `mem_…`) gave away, like the link to a task, is still valid: for as long as
 * the key is, or the person belongs to the workspace, and has one of `scopes`.
 */
export async function mayStillGrant(platform: Platform, grantor: string, scopes: readonly Scope[]): Promise<boolean> {
  if (!grantor.startsWith('mem_')) return mayKeyStillGrant(platform, grantor, scopes);
  const [member] = await findRoles(platform.database.sql, [grantor]);
  return hasOneOf(member, scopes);
}

/** Watches that. */
export function watchGrant(platform: Platform, grantor: string, scopes: readonly Scope[]): AccessLease {
  if (!grantor.startsWith('mem_')) return watchKeyGrant(platform, grantor, scopes);
  return memberWatch(platform).watch(grantor, (member) => hasOneOf(member, scopes));
}

function hasOneOf(member: MemberRole | undefined, scopes: readonly Scope[]): boolean {
  return member !== undefined && scopes.some((scope) => scopesOf(member.role).includes(scope));
}

const watches = new WeakMap<Platform, AccessWatch<MemberRole>>();

function memberWatch(platform: Platform): AccessWatch<MemberRole> {
  const known = watches.get(platform);
  if (known !== undefined) return known;
  const { log, stopping, database } = platform;
  const watch = new AccessWatch<MemberRole>({
    name: 'members',
    log,
    stopping,
    find: async (ids) => new Map((await findRoles(database.sql, ids)).map((row) => [row.id, row])),
  });
  watches.set(platform, watch);
  return watch;
}
