import type { Member, MemberPatch, NamedListQuery, Role, Scope } from '@portico/shared-types';
import type { Transaction } from '../../../platform/database.ts';
import { ApiError, invalid, notFound } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Page } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordChange } from '../../audit-log/index.ts';
import { scopesOf } from '../roles.ts';
import { deleteMember, findMember, listMembers, lockOwners, updateRole } from './members.sql.ts';

/** The platform plus what happens to the work of a member who can no longer do it, as the last step of a change. */
export interface MembersPlatform extends Platform {
  readonly releaseConversations: (tx: Transaction, workspaceId: string, memberId: string) => Promise<void>;
}

export async function pageMembers(platform: Platform, caller: Caller, query: NamedListQuery): Promise<Page<Member>> {
  return listMembers(platform.database.sql, caller.workspaceId, query);
}

export async function getMember(platform: Platform, { workspaceId }: Caller, id: string): Promise<Member> {
  const member = await findMember(platform.database.sql, workspaceId, id);
  if (member === undefined) throw notFound('member', id);
  return member;
}

/**
 * Changes a member's role; with a role that can't answer, the member's conversations are released. Nobody can grant or revoke a scope that they lack.
 * @throws ApiError 403 for such a role, 400 for the last owner, 404.
 */
export async function changeRole(
  platform: MembersPlatform,
  caller: Caller,
  id: string,
  { role }: MemberPatch,
): Promise<Member> {
  const { workspaceId } = caller;
  return platform.database.transaction(async (tx) => {
    const owners = await lockOwners(tx, workspaceId);
    const before = await findMember(tx, workspaceId, id);
    if (before === undefined) throw notFound('member', id);
    assertMayGrant(caller, before.role);
    assertMayGrant(caller, role);
    if (role !== 'owner') assertNotLastOwner(owners, id);
    await updateRole(tx, workspaceId, id, role);
    await recordChange(tx, {
      workspaceId,
      action: 'member.updated',
      resource: { id, name: before.user.email },
      before: { role: before.role },
      after: { role },
    });
    if (!scopesOf(role).includes('conversations:write')) await platform.releaseConversations(tx, workspaceId, id);
    return { ...before, role };
  });
}

/**
 * Removes a member from the workspace; the person's open streams there close within two seconds, and others can answer
 * the conversations. Members may remove themselves.
 * @throws ApiError 403 without members:write, 400 for the last owner, 404.
 */
export async function removeMember(
  platform: MembersPlatform,
  caller: Caller,
  id: string,
): Promise<{ id: string; deleted: true }> {
  const { workspaceId } = caller;
  const isSelf = caller.actor.memberId === id;
  const required: Scope[] = ['members:write'];
  if (!isSelf && !caller.scopes.includes('members:write')) {
    throw new ApiError('insufficient_scope', 'Removing another member needs members:write.', {
      required,
      missing: required,
    });
  }
  await platform.database.transaction(async (tx) => {
    const owners = await lockOwners(tx, workspaceId);
    const member = await findMember(tx, workspaceId, id);
    if (member === undefined) throw notFound('member', id);
    if (!isSelf) assertMayGrant(caller, member.role);
    assertNotLastOwner(owners, id);
    await deleteMember(tx, workspaceId, id);
    await recordChange(tx, { workspaceId, action: 'member.deleted', resource: { id, name: member.user.email } });
    await platform.releaseConversations(tx, workspaceId, id);
  });
  return { id, deleted: true };
}

/** Throws 403 for a role with a scope that the caller lacks. */
export function assertMayGrant({ scopes }: Pick<Caller, 'scopes'>, role: Role): void {
  const required = scopesOf(role);
  const missing = required.filter((scope) => !scopes.includes(scope));
  if (missing.length === 0) return;
  throw new ApiError('insufficient_scope', `The role ${role} has ${missing.join(', ')}, which you lack.`, {
    required,
    missing,
  });
}

function assertNotLastOwner(owners: readonly string[], id: string): void {
  if (owners.length !== 1 || owners[0] !== id) return;
  throw invalid({
    path: 'params.id',
    message: 'is the last owner. Make somebody else an owner first',
    code: 'not_allowed',
  });
}
