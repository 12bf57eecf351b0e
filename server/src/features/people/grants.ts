import type { Scope } from '@portico/shared-types';
import type { AccessLease } from '../../platform/access-watch.ts';
import { mayKeyStillGrant, watchKeyGrant } from '../api-keys/index.ts';
import { findRoles, type MemberRole } from './members/members.sql.ts';
import type { PeoplePlatform } from './people-platform.ts';
import { scopesOf } from './roles.ts';

/**
 * Whether access given away by a key or a member (`key_…`, `mem_…`), like the link to a task, is still valid: as long
 * as the key is, or the person belongs to the workspace, and has one of `scopes`.
 */
export async function mayStillGrant(
  platform: PeoplePlatform,
  grantor: string,
  scopes: readonly Scope[],
): Promise<boolean> {
  if (!grantor.startsWith('mem_')) return mayKeyStillGrant(platform, grantor, scopes);
  const [member] = await findRoles(platform.database.sql, [grantor]);
  return hasOneOf(member, scopes);
}

/** Watches that access. */
export function watchGrant(platform: PeoplePlatform, grantor: string, scopes: readonly Scope[]): AccessLease {
  if (!grantor.startsWith('mem_')) return watchKeyGrant(platform, grantor, scopes);
  return platform.people.members.watch(grantor, (member) => hasOneOf(member, scopes));
}

function hasOneOf(member: MemberRole | undefined, scopes: readonly Scope[]): boolean {
  return member !== undefined && scopes.some((scope) => scopesOf(member.role).includes(scope));
}
