import { JoinedWorkspace, PageQuery, Workspace, WorkspaceCreate, WorkspacePatch } from '@portico/shared-types';
import { routesOn } from '../../../platform/http/routes-on.ts';
import {
  changeWorkspace,
  getWorkspace,
  openWorkspace,
  pageJoined,
  type WorkspacesPlatform,
} from './workspaces.service.ts';

const { accountRoute, versionedRoute } = routesOn<WorkspacesPlatform>();

const tag = 'Workspaces';

export const workspaceRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/workspace',
    tag,
    summary: 'Get the workspace',
    description: 'Returns the workspace that the request acts in, with its settings.',
    scopes: [],
    answer: Workspace,
    handle: async ({ platform, caller }) => getWorkspace(platform, caller),
  }),
  versionedRoute({
    method: 'PATCH',
    path: '/workspace',
    tag,
    summary: 'Change the workspace',
    description: 'Changes the given settings; null resets a setting to its default.',
    operationId: 'updateWorkspace',
    scopes: ['settings:write'],
    body: WorkspacePatch,
    answer: Workspace,
    handle: async ({ platform, caller, body }) => changeWorkspace(platform, caller, body),
  }),
  accountRoute({
    method: 'GET',
    path: '/workspaces',
    tag,
    summary: 'List your workspaces',
    description: 'Lists the workspaces of the person who is signed in.',
    peopleOnly: true,
    query: PageQuery,
    answer: JoinedWorkspace,
    list: true,
    handle: async ({ platform, caller, query }) => pageJoined(platform, caller, query),
  }),
  accountRoute({
    method: 'POST',
    path: '/workspaces',
    tag,
    summary: 'Create a workspace',
    description: `Creates a workspace that is owned by the person who is signed in. Only owners of a workspace may do this, or everyone if the server is started with ALLOW_WORKSPACE_CREATION=true.`,
    peopleOnly: true,
    body: WorkspaceCreate,
    answer: Workspace,
    status: 201,
    handle: async ({ platform, caller, body }) => openWorkspace(platform, caller, body),
  }),
];
