import { Deleted, IssuedWebhook, Webhook, WebhookCreate, WebhookListQuery, WebhookPatch } from '@portico/shared-types';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  pageWebhooks,
  rotateSecret,
} from './webhooks.service.ts';

const { versionedRoute } = routesOn<Platform>();

const tag = 'Webhooks';
const params = { id: 'webhook' };

export const webhookRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/webhooks',
    tag,
    summary: 'List webhooks',
    description:
      'Lists the webhooks of the workspace, newest first, without their secrets. Without webhooks:write, their addresses are masked.',
    scopes: ['webhooks:read'],
    query: WebhookListQuery,
    answer: Webhook,
    list: true,
    handle: async ({ platform, caller, query }) => pageWebhooks(platform, caller, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/webhooks',
    tag,
    summary: 'Create a webhook',
    description: 'Only this response contains the signing secret.',
    scopes: ['webhooks:write'],
    body: WebhookCreate,
    answer: IssuedWebhook,
    status: 201,
    handle: async ({ platform, caller, body }) => createWebhook(platform, caller.workspaceId, body),
  }),
  versionedRoute({
    method: 'GET',
    path: '/webhooks/:id',
    tag,
    summary: 'Get a webhook',
    description: 'Returns a webhook, without its secret. Without webhooks:write, its address is masked.',
    scopes: ['webhooks:read'],
    params,
    answer: Webhook,
    handle: async ({ platform, caller, params: { id } }) => getWebhook(platform, caller, id),
  }),
  versionedRoute({
    method: 'PATCH',
    path: '/webhooks/:id',
    tag,
    summary: 'Change a webhook',
    description:
      'A JSON Merge Patch. Disabling a webhook ends its pending deliveries; enabling it resets the count of failures.',
    scopes: ['webhooks:write'],
    params,
    body: WebhookPatch,
    answer: Webhook,
    handle: async ({ platform, caller, params: { id }, body }) => changeWebhook(platform, caller.workspaceId, id, body),
  }),
  versionedRoute({
    method: 'DELETE',
    path: '/webhooks/:id',
    tag,
    summary: 'Delete a webhook with its deliveries',
    description: 'Deletes the webhook. Its queued events are not sent.',
    scopes: ['webhooks:write'],
    params,
    answer: Deleted,
    handle: async ({ platform, caller, params: { id } }) => deleteWebhook(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'POST',
    path: '/webhooks/:id/rotate-secret',
    tag,
    summary: 'Give a webhook a new signing secret',
    description: 'For 24 hours, events are signed with both secrets. Only this response contains the new one.',
    scopes: ['webhooks:write'],
    params,
    answer: IssuedWebhook,
    handle: async ({ platform, caller, params: { id } }) => rotateSecret(platform, caller.workspaceId, id),
  }),
];
