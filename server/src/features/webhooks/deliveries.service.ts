import type {
  DeliveryListQuery,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEvent,
  WebhookTestResult,
} from '@portico/shared-types';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Page } from '../../platform/http/route.ts';
import { createId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { attemptDelivery, giveUpAfter } from './attempt-delivery.ts';
import { insertClaimed, releaseDelivery } from './deliveries.claims.sql.ts';
import { askForAttempt, findDelivery, listAttempts, listDeliveries } from './deliveries.sql.ts';
import { writeBody, writeEvent } from './event-body.ts';
import { isSuccess } from './plan-retry.ts';
import { settleDeliveries, type Settling } from './settle.sql.ts';
import { requireWebhook } from './webhooks.service.ts';

/** The deliveries of a webhook, newest first (docs/reference/webhooks.md#deliveries). Throws 404. */
export async function pageDeliveries(
  platform: Platform,
  workspaceId: string,
  webhookId: string,
  query: DeliveryListQuery,
): Promise<Page<WebhookDelivery>> {
  await requireWebhook(platform, workspaceId, webhookId);
  return listDeliveries(platform.database.sql, workspaceId, webhookId, query);
}

/** A delivery with its event and every attempt. Throws 404. */
export async function getDelivery(
  platform: Platform,
  workspaceId: string,
  webhookId: string,
  id: string,
): Promise<WebhookDeliveryDetail> {
  const { sql } = platform.database;
  await requireWebhook(platform, workspaceId, webhookId);
  const row = await findDelivery(sql, workspaceId, webhookId, id);
  if (row === undefined) throw notFound('delivery', id);
  const event = JSON.parse(writeBody(id, row.event)) as WebhookEvent;
  return { ...row, event, attempt_log: await listAttempts(sql, id) };
}

/**
 * Requests another attempt of a delivery, with the same webhook-id (docs/reference/webhooks.md#deliveries): a settled
 * delivery gets a single attempt, one that waits for a retry is retried now, and one that is being attempted is attempted
 * again if that fails. Throws 404, and 400 if the webhook is disabled.
 */
export async function redeliver(
  platform: Platform,
  workspaceId: string,
  webhookId: string,
  id: string,
): Promise<WebhookDelivery> {
  const webhook = await requireWebhook(platform, workspaceId, webhookId);
  const delivery = await platform.database.transaction(async (tx) => {
    if ((await findDelivery(tx, workspaceId, webhookId, id)) === undefined) throw notFound('delivery', id);
    if (webhook.status === 'disabled') {
      const message = 'the webhook is disabled: enable it first';
      throw invalid({ path: 'params.id', message, code: 'not_in_this_state' });
    }
    return askForAttempt(tx, workspaceId, webhookId, id);
  });
  if (delivery === undefined) throw notFound('delivery', id);
  return delivery;
}

/**
 * Sends webhook.test immediately and returns the result (docs/reference/webhooks.md#test); recorded like any other
 * delivery, never retried, and sent to a disabled webhook as well. Throws 404.
 */
export async function testWebhook(
  platform: Platform,
  workspaceId: string,
  webhookId: string,
): Promise<WebhookTestResult> {
  await requireWebhook(platform, workspaceId, webhookId);
  const type = 'webhook.test';
  const event = { id: createId('dlv'), type, text: writeEvent(type, { webhook_id: webhookId }) } as const;
  const { sql } = platform.database;
  const delivery = await insertClaimed(sql, workspaceId, webhookId, event);
  if (delivery === undefined) throw notFound('webhook', webhookId);
  // Not the request's own signal: an event that was sent is recorded even if the client has disconnected.
  const settle = async (entry: Settling) => (await settleDeliveries(sql, [entry], giveUpAfter))[0];
  const { attempt } = await attemptDelivery(platform, delivery, settle, platform.stopping).catch(
    async (error: unknown) => {
      await releaseDelivery(sql, delivery, 0);
      throw error;
    },
  );
  return {
    webhook_id: webhookId,
    delivery_id: delivery.id,
    success: isSuccess(attempt),
    status_code: attempt.status,
    response_time_ms: attempt.ms,
    ...(attempt.error === null ? {} : { error_message: attempt.error }),
  };
}
