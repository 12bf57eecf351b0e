import { DeliveryListQuery, WebhookDelivery, WebhookDeliveryDetail, WebhookTestResult } from '@portico/shared-types';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { Platform } from '../../platform/platform.ts';
import { getDelivery, pageDeliveries, redeliver, testWebhook } from './deliveries.service.ts';

const { versionedRoute } = routesOn<Platform>();

const tag = 'Webhooks';
const params = { id: 'webhook', delivery_id: 'delivery' };

export const deliveryRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    tag,
    summary: 'List the deliveries of a webhook',
    description: 'Lists the deliveries, newest first, with the result of the last attempt.',
    scopes: ['webhooks:read'],
    params: { id: 'webhook' },
    query: DeliveryListQuery,
    answer: WebhookDelivery,
    list: true,
    handle: async ({ platform, caller, params: { id }, query }) =>
      pageDeliveries(platform, caller.workspaceId, id, query),
  }),
  versionedRoute({
    method: 'GET',
    path: '/webhooks/:id/deliveries/:delivery_id',
    tag,
    summary: 'Get a delivery with every attempt',
    description: 'Returns the event and every attempt with the receiver’s response.',
    scopes: ['webhooks:read'],
    params,
    answer: WebhookDeliveryDetail,
    handle: async ({ platform, caller, params: { id, delivery_id: deliveryId } }) =>
      getDelivery(platform, caller.workspaceId, id, deliveryId),
  }),
  versionedRoute({
    method: 'POST',
    path: '/webhooks/:id/deliveries/:delivery_id/redeliver',
    tag,
    summary: 'Attempt a delivery again',
    description:
      'Uses the same webhook-id. A delivery that is waiting for a retry is retried now. During an attempt, another one ' +
      'follows immediately if that fails.',
    scopes: ['webhooks:write'],
    params,
    answer: WebhookDelivery,
    status: 202,
    handle: async ({ platform, caller, params: { id, delivery_id: deliveryId } }) =>
      redeliver(platform, caller.workspaceId, id, deliveryId),
  }),
  versionedRoute({
    method: 'POST',
    path: '/webhooks/:id/test',
    tag,
    summary: 'Send a test event',
    description: 'If the test fails, the response is still a 200, with `success` false.',
    scopes: ['webhooks:write'],
    params: { id: 'webhook' },
    answer: WebhookTestResult,
    handle: async ({ platform, caller, params: { id } }) => testWebhook(platform, caller.workspaceId, id),
  }),
];
