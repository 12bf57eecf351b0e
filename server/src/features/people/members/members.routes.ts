import { Deleted, Member, MemberPatch, PageQuery } from '@portico/shared-types';
import { routesOn } from '../../../platform/http/routes-on.ts';
import type { Platform } from '../../../platform/platform.ts';
import { changeRole, getMember, pageMembers, removeMember } from './members.service.ts';

const { versionedRoute } = routesOn<Platform>();

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
    query: PageQuery,
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
      'Gives the member another role. Callers can’t grant scopes that they lack, and the last owner keeps the role.',
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
    description: `Removes the person from the workspace and closes their open connections. Members may remove themselves, except the last owner. Removing others requires members:write.`,
    scopes: [],
    params,
    answer: Deleted,
    errors: ['insufficient_scope'],
    handle: async ({ platform, caller, params: { id } }) => removeMember(platform, caller, id),
  }),
];
