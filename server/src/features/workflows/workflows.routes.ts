import {
  Deleted,
  SortedListQuery,
  PageQuery,
  SavedWorkflow,
  Workflow,
  WorkflowCreate,
  WorkflowPatch,
  WorkflowSummary,
  WorkflowVersion,
} from '@portico/shared-types';
import { z } from 'zod';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { WorkflowsPlatform } from './workflows-platform.ts';
import { showWorkflow } from './show-workflow.ts';
import { pageWorkflowVersions, restoreWorkflowVersion } from './versions.service.ts';
import {
  changeWorkflow,
  createWorkflow,
  deleteWorkflow,
  getWorkflow,
  pageWorkflows,
  withWarnings,
} from './workflows.service.ts';

const { versionedRoute } = routesOn<WorkflowsPlatform>();

const tag = 'Workflows';
const params = { id: 'workflow' };

// The service validates schema and meaning of a workflow together, so that one response lists every fault.
const Body = z.record(z.string(), z.unknown());

export const workflowRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/workflows',
    tag,
    summary: 'List workflows, or find them by name',
    description: 'Lists the workflows of the workspace, newest first, without their definitions.',
    scopes: ['workflows:read'],
    query: SortedListQuery,
    answer: WorkflowSummary,
    list: true,
    handle: async ({ platform, caller, query }) => pageWorkflows(platform, caller.workspaceId, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/workflows',
    tag,
    summary: 'Create a workflow',
    description:
      'Validates a workflow and saves it as version 1. If the definition is invalid, every error has its path.',
    scopes: ['workflows:write'],
    body: Body,
    bodyDocument: { json: WorkflowCreate },
    answer: SavedWorkflow,
    status: 201,
    handle: async ({ platform, caller: { workspaceId }, body }) =>
      withWarnings(platform, workspaceId, await createWorkflow(platform, workspaceId, body)),
  }),
  versionedRoute({
    method: 'GET',
    path: '/workflows/:id',
    tag,
    summary: 'Get a workflow',
    description:
      'Returns a workflow with its definition and version. Without workflows:write, secrets of HTTP requests are masked.',
    scopes: ['workflows:read'],
    params,
    answer: Workflow,
    handle: async ({ platform, caller, params: { id } }) =>
      showWorkflow(caller, await getWorkflow(platform, caller.workspaceId, id)),
  }),
  versionedRoute({
    method: 'PATCH',
    path: '/workflows/:id',
    tag,
    summary: 'Change a workflow',
    description: 'A JSON Merge Patch. A changed definition or input schema creates a new version.',
    scopes: ['workflows:write'],
    params,
    body: Body,
    bodyDocument: { json: WorkflowPatch },
    answer: SavedWorkflow,
    handle: async ({ platform, caller: { workspaceId }, params: { id }, body }) =>
      withWarnings(platform, workspaceId, await changeWorkflow(platform, workspaceId, id, body)),
  }),
  versionedRoute({
    method: 'DELETE',
    path: '/workflows/:id',
    tag,
    summary: 'Delete a workflow',
    description: 'Refused while a trigger or anything else uses it; its executions stay readable.',
    scopes: ['workflows:write'],
    params,
    answer: Deleted,
    errors: ['validation_error'],
    handle: async ({ platform, caller, params: { id } }) => deleteWorkflow(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'GET',
    path: '/workflows/:id/versions',
    tag,
    summary: 'List the versions of a workflow',
    description:
      'Lists the saved definitions and input schemas of the workflow, newest first, and who saved them. All other fields have their current values.',
    scopes: ['workflows:read'],
    params,
    query: PageQuery,
    answer: WorkflowVersion,
    list: true,
    handle: async ({ platform, caller, params: { id }, query }) => pageWorkflowVersions(platform, caller, id, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/workflows/:id/versions/:version/restore',
    tag,
    summary: 'Restore a version of a workflow',
    description:
      'Saves an earlier definition and input schema again, as a new version; running executions keep theirs.',
    operationId: 'restoreWorkflowVersion',
    scopes: ['workflows:write'],
    params: { ...params, version: 'workflow version' },
    answer: SavedWorkflow,
    errors: ['validation_error'],
    handle: async ({ platform, caller: { workspaceId }, params: { id, version } }) =>
      withWarnings(platform, workspaceId, await restoreWorkflowVersion(platform, workspaceId, id, version)),
  }),
];
