import {
  Agent,
  AgentCreate,
  AgentPatch,
  AgentVersion,
  Deleted,
  SortedListQuery,
  PageQuery,
  SavedAgent,
  ToolTrial,
  ToolTrialRequest,
} from '@portico/shared-types';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { AgentsPlatform } from './agent-ports.ts';
import { pageAgentVersions, restoreAgentVersion } from './versions.service.ts';
import { tryTool } from './try-tool.ts';
import { changeAgent, createAgent, deleteAgent, pageAgents, requireAgent, showAgent } from './agents.service.ts';

const { versionedRoute } = routesOn<AgentsPlatform>();

const tag = 'Agents';
const params = { id: 'agent' };

export const agentRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/agents',
    tag,
    summary: 'List agents, or find them by name',
    description: 'Lists the agents of the workspace, newest first.',
    scopes: ['agents:read'],
    query: SortedListQuery,
    answer: Agent,
    list: true,
    handle: async ({ platform, caller, query }) => pageAgents(platform, caller, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/agents',
    tag,
    summary: 'Create an agent',
    description: 'Creates an agent, which is immediately ready for threads.',
    scopes: ['agents:write'],
    body: AgentCreate,
    answer: SavedAgent,
    status: 201,
    handle: async ({ platform, caller, body }) => createAgent(platform, caller.workspaceId, body),
  }),
  versionedRoute({
    method: 'GET',
    path: '/agents/:id',
    tag,
    summary: 'Get an agent',
    description:
      'Returns an agent with its tools. The values of their headers are masked for callers without agents:write.',
    scopes: ['agents:read'],
    params,
    answer: Agent,
    handle: async ({ platform, caller, params: { id } }) =>
      showAgent(caller, await requireAgent(platform, caller.workspaceId, id)),
  }),
  versionedRoute({
    method: 'PATCH',
    path: '/agents/:id',
    tag,
    summary: 'Change an agent',
    description: 'A JSON Merge Patch: only the given fields change, and null resets a field to its default.',
    scopes: ['agents:write'],
    params,
    body: AgentPatch,
    answer: SavedAgent,
    handle: async ({ platform, caller, params: { id }, body }) => changeAgent(platform, caller.workspaceId, id, body),
  }),
  versionedRoute({
    method: 'DELETE',
    path: '/agents/:id',
    tag,
    summary: 'Delete an agent',
    description: 'Refused while an interface or anything else uses it. Its threads stay readable.',
    scopes: ['agents:write'],
    params,
    answer: Deleted,
    errors: ['validation_error'],
    handle: async ({ platform, caller, params: { id } }) => deleteAgent(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'POST',
    path: '/agents/:id/tools/try',
    tag,
    summary: 'Try a tool',
    description:
      'Makes one real call of a tool, saved or not, and returns the request and the response. The call is limited to 60 seconds. A failed call is also a normal result.',
    operationId: 'tryAgentTool',
    scopes: ['agents:write'],
    params,
    body: ToolTrialRequest,
    answer: ToolTrial,
    handle: async ({ platform, caller, params: { id }, body, signal }) =>
      tryTool(platform, caller.workspaceId, id, body, signal),
  }),
  versionedRoute({
    method: 'GET',
    path: '/agents/:id/versions',
    tag,
    summary: 'List the versions of an agent',
    description:
      'Lists every saved state of the agent, newest first, and who saved it. The values of tool headers are masked for callers without agents:write.',
    scopes: ['agents:read'],
    params,
    query: PageQuery,
    answer: AgentVersion,
    list: true,
    handle: async ({ platform, caller, params: { id }, query }) => pageAgentVersions(platform, caller, id, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/agents/:id/versions/:version/restore',
    tag,
    summary: 'Restore a version of an agent',
    description: 'Saves an earlier state again as a new version. The status of the agent does not change.',
    operationId: 'restoreAgentVersion',
    scopes: ['agents:write'],
    params: { ...params, version: 'agent version' },
    answer: SavedAgent,
    errors: ['validation_error'],
    handle: async ({ platform, caller, params: { id, version } }) =>
      restoreAgentVersion(platform, caller.workspaceId, id, version),
  }),
];
