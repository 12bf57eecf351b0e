import { ApiKey, ApiKeyCreate, Deleted, IssuedApiKey, NamedListQuery } from '@portico/shared-types';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { Platform } from '../../platform/platform.ts';
import { createApiKey, getApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys.service.ts';

const { versionedRoute } = routesOn<Platform>();

const tag = 'API keys';
const params = { id: 'API key' };

export const apiKeyRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/api-keys',
    tag,
    summary: 'List API keys',
    description: 'Lists the keys of the workspace, newest first, including revoked ones, without their secrets.',
    scopes: ['api-keys:read'],
    query: NamedListQuery,
    answer: ApiKey,
    list: true,
    handle: async ({ platform, caller, query }) => listApiKeys(platform, caller.workspaceId, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/api-keys',
    tag,
    summary: 'Issue an API key',
    description: 'Only this response contains the whole key.',
    scopes: ['api-keys:write'],
    body: ApiKeyCreate,
    answer: IssuedApiKey,
    status: 201,
    handle: async ({ platform, caller, body }) => createApiKey(platform, caller, body),
  }),
  versionedRoute({
    method: 'GET',
    path: '/api-keys/:id',
    tag,
    summary: 'Get an API key',
    description: 'Returns a key without its secret.',
    scopes: ['api-keys:read'],
    params,
    answer: ApiKey,
    handle: async ({ platform, caller, params: { id } }) => getApiKey(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'DELETE',
    path: '/api-keys/:id',
    tag,
    summary: 'Revoke an API key',
    description: 'Revokes the key at once: its next request is refused, and its open streams end.',
    operationId: 'revokeApiKey',
    scopes: ['api-keys:write'],
    params,
    answer: Deleted,
    handle: async ({ platform, caller, params: { id } }) => revokeApiKey(platform, caller, id),
  }),
  versionedRoute({
    method: 'POST',
    path: '/api-keys/:id/rotate',
    tag,
    summary: 'Give an API key a new secret',
    description: 'Returns the key with a new secret, once; the old secret stops working at once.',
    scopes: ['api-keys:write'],
    params,
    answer: IssuedApiKey,
    handle: async ({ platform, caller, params: { id } }) => rotateApiKey(platform, caller, id),
  }),
];
