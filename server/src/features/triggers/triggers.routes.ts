import {
  Deleted,
  ExecuteBody,
  HookAccepted,
  IssuedTrigger,
  NamedListQuery,
  SavedTrigger,
  Trigger,
  TriggerCreate,
  TriggerFired,
  TriggerPatch,
} from '@portico/shared-types';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { ExecutionsPlatform } from '../executions/index.ts';
import { acceptHook } from './accept-hook.ts';
import { executeTrigger } from './fire-trigger.ts';
import {
  changeTrigger,
  createTrigger,
  deleteTrigger,
  getTrigger,
  pageTriggers,
  rotateTriggerSecret,
} from './triggers.service.ts';

const { hookRoute, versionedRoute } = routesOn<ExecutionsPlatform>();

const tag = 'Triggers';
const params = { id: 'trigger' };

export const triggerRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/triggers',
    tag,
    summary: 'List triggers',
    description: 'Lists the triggers of the workspace, newest first.',
    scopes: ['triggers:read'],
    query: NamedListQuery,
    answer: Trigger,
    list: true,
    handle: async ({ platform, caller, query }) => pageTriggers(platform, caller.workspaceId, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/triggers',
    tag,
    summary: 'Create a trigger',
    description: 'Only this response contains the secret of a webhook trigger.',
    scopes: ['triggers:write'],
    body: TriggerCreate,
    answer: IssuedTrigger,
    status: 201,
    handle: async ({ platform, caller, body }) => createTrigger(platform, caller.workspaceId, body),
  }),
  versionedRoute({
    method: 'GET',
    path: '/triggers/:id',
    tag,
    summary: 'Get a trigger',
    description: 'Returns a trigger, without its secret.',
    scopes: ['triggers:read'],
    params,
    answer: Trigger,
    handle: async ({ platform, caller, params: { id } }) => getTrigger(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'PATCH',
    path: '/triggers/:id',
    tag,
    summary: 'Change a trigger',
    description: 'A JSON Merge Patch. The type can’t be changed.',
    scopes: ['triggers:write'],
    params,
    body: TriggerPatch,
    answer: SavedTrigger,
    handle: async ({ platform, caller, params: { id }, body }) => changeTrigger(platform, caller.workspaceId, id, body),
  }),
  versionedRoute({
    method: 'DELETE',
    path: '/triggers/:id',
    tag,
    summary: 'Delete a trigger',
    description: 'Its executions are kept.',
    scopes: ['triggers:write'],
    params,
    answer: Deleted,
    handle: async ({ platform, caller, params: { id } }) => deleteTrigger(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'POST',
    path: '/triggers/:id/execute',
    tag,
    summary: 'Execute a trigger',
    description: 'Works for any type. The given inputs override the trigger’s default inputs.',
    scopes: ['triggers:read', 'triggers:execute'],
    params,
    body: ExecuteBody,
    answer: TriggerFired,
    status: 202,
    handle: async ({ platform, caller, params: { id }, body }) =>
      executeTrigger(platform, caller.workspaceId, id, body.inputs),
  }),
  versionedRoute({
    method: 'POST',
    path: '/triggers/:id/rotate-secret',
    tag,
    summary: 'Give a webhook trigger a new secret',
    description: 'The old secret stops working at once. Only this response contains the new one.',
    scopes: ['triggers:write'],
    params,
    answer: IssuedTrigger,
    handle: async ({ platform, caller, params: { id } }) => rotateTriggerSecret(platform, caller.workspaceId, id),
  }),
  hookRoute({
    method: 'POST',
    path: '/:id',
    tag,
    summary: 'Fire a webhook trigger',
    operationId: 'fireTrigger',
    description:
      'Requires the header X-Portico-Token or a Standard Webhooks signature. A JSON object is used as the inputs, and any other body as the input `body`. A signed delivery whose webhook-id was accepted within the last 24 hours fires nothing and gets the first response again.',
    params,
    anyBody: {
      'application/json': { schema: {}, example: { city: 'Rome' } },
      'text/plain': { example: 'Rome' },
    },
    headers: {
      'webhook-id': 'Id of a signed delivery, the same if it is sent again.',
      'webhook-timestamp': 'When a signed delivery is sent, as Unix time in seconds.',
      'webhook-signature': 'Signatures of a signed delivery, instead of X-Portico-Token.',
    },
    answer: HookAccepted,
    status: 202,
    errors: ['invalid_api_key', 'validation_error'],
    // Hooks are called by servers, not by pages, so no origin may read the response.
    admit: async () => ({ allowedOrigin: undefined }),
    handle: async ({ platform, params: { id }, headers, body, signal }) =>
      acceptHook(platform, id, headers, body, signal),
  }),
];
