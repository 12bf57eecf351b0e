import { Deleted, Member, MemberPatch, NamedListQuery } from '@portico/shared-types';
import { routesOn } from '../../../platform/http/routes-on.ts';
import { changeRole, getMember, type MembersPlatform, pageMembers, removeMember } from './members.service.ts';

const { versionedRoute } = routesOn<MembersPlatform>();

const tag = 'Members';
const params = { id: 'member' };

export const memberRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/members',
    tag,
    summary: 'List members',
    description: 'Lists the people of the workspace with their roles and whether they are online.',
    scopes: ['members:read'],
    query: NamedListQuery,
    answer: Member,
    list: true,
    handle: async ({ platform, caller, query }) => pageMembers(platform, caller, query),
  }),
  versionedRoute({
    method: 'GET',
    path: '/members/:id',
    tag,
    summary: 'Get a member',
    description: 'Returns a person of the workspace.',
    scopes: ['members:read'],
    params,
    answer: Member,
    handle: async ({ platform, caller, params: { id } }) => getMember(platform, caller, id),
  }),
  versionedRoute({
    method: 'PATCH',
    path: '/members/:id',
    tag,
    summary: 'Change a member’s role',
    description:
      'Gives the member another role. If it can’t answer conversations, those of the member are unassigned. Callers can’t grant scopes that they lack, and the last owner keeps the role.',
    scopes: ['members:write'],
    params,
    body: MemberPatch,
    answer: Member,
    handle: async ({ platform, caller, params: { id }, body }) => changeRole(platform, caller, id, body),
  }),
  versionedRoute({
    method: 'DELETE',
    path: '/members/:id',
    tag,
    summary: 'Remove a member',
    description: `Removes the person from the workspace, closes their open connections, and unassigns their conversations. Members may remove themselves, except the last owner. Removing others requires members:write.`,
    scopes: [],
    params,
    answer: Deleted,
    errors: ['validation_error', 'insufficient_scope'],
    handle: async ({ platform, caller, params: { id } }) => removeMember(platform, caller, id),
  }),
];
