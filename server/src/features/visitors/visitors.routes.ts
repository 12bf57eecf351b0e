import { DataSubject, VisitorErasure } from '@portico/shared-types';
import { routesOn } from '../../platform/http/routes-on.ts';
import { erasePerson } from './erase/erase-person.ts';
import { exportPerson } from './export/export-person.ts';
import type { VisitorsPlatform } from './visitors-platform.ts';

const { versionedRoute } = routesOn<VisitorsPlatform>();

const tag = 'Visitors';

export const visitorRoutes = [
  versionedRoute({
    method: 'POST',
    path: '/visitors/export',
    tag,
    summary: 'Download everything about a visitor',
    description:
      'Streams a ZIP archive with everything that the workspace has about the person with this user id, e-mail address or visitor id: conversations with messages and notes, visits, uploaded files, submissions of forms, and executions that they caused.',
    operationId: 'exportVisitor',
    scopes: ['conversations:read'],
    body: DataSubject,
    bare: { 'application/zip': { schema: { type: 'string', format: 'binary' }, example: 'PK…' } },
    errors: ['resource_not_found'],
    handle: async ({ platform, caller, body }) => exportPerson(platform, caller.workspaceId, body),
  }),
  versionedRoute({
    method: 'POST',
    path: '/visitors/erase',
    tag,
    summary: 'Delete everything about a visitor',
    description:
      'Permanently deletes everything that the export would contain, files and webhook deliveries included. The visitor’s sessions end, and replies in progress are cancelled. If the server stops in the meantime, it continues after its next start. A person who is not known is 200 with zeros, so that the request can be repeated.',
    operationId: 'eraseVisitor',
    scopes: ['settings:write'],
    body: DataSubject,
    answer: VisitorErasure,
    handle: async ({ platform, caller, body }) => erasePerson(platform, caller.workspaceId, body),
  }),
];
