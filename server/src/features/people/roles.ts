import { Role, Scope } from '@portico/shared-types';

const all = Scope.options;
const reads = all.filter((scope) => scope.endsWith(':read'));

const notForEditors: ReadonlySet<Scope> = new Set([
  'api-keys:read',
  'api-keys:write',
  'members:write',
  'settings:write',
]);
const notForViewers: ReadonlySet<Scope> = new Set(['api-keys:read', 'members:read', 'audit:read']);

/** What each role may do (docs/people.md, Roles). */
const scopesByRole: Readonly<Record<Role, readonly Scope[]>> = {
  owner: all,
  editor: all.filter((scope) => !notForEditors.has(scope)),
  responder: [
    'conversations:read',
    'conversations:write',
    'threads:read',
    'interfaces:read',
    'agents:read',
    'knowledge-bases:read',
    'knowledge-bases:query',
    'files:read',
    'files:write',
    'members:read',
  ],
  viewer: [...reads.filter((scope) => !notForViewers.has(scope)), 'knowledge-bases:query'],
};

/** Returns the scopes of a role. */
export function scopesOf(role: Role): readonly Scope[] {
  return scopesByRole[role];
}

/** Returns the roles that include a scope. */
export function rolesWith(scope: Scope): Role[] {
  return Role.options.filter((role) => scopesOf(role).includes(scope));
}
