import type { ExampleBook } from './example-book.ts';
import { created, ids, updated } from './ids.ts';

const webhook = {
  id: ids.webhook,
  name: 'Order desk',
  url: 'https://shop.example.com/portico-events',
  event_types: ['execution.completed', 'execution.failed'],
  status: 'enabled',
  disabled_reason: null,
  created_at: created,
  updated_at: updated,
} satisfies ExampleBook['Webhook'];

const delivery = {
  id: ids.delivery,
  webhook_id: ids.webhook,
  event_type: 'execution.completed',
  status: 'success',
  attempts: 1,
  next_attempt_at: null,
  created_at: created,
  last_attempt_at: '2026-03-02T09:30:00.118Z',
  response_status: 204,
  response_time_ms: 86,
  error_message: null,
} satisfies ExampleBook['WebhookDelivery'];

/** Webhooks and their deliveries. */
export const webhookExamples = {
  Webhook: webhook,
  IssuedWebhook: { ...webhook, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' },
  WebhookCreate: { name: webhook.name, url: webhook.url, event_types: [...webhook.event_types] },
  WebhookPatch: { status: 'disabled' },
  WebhookDelivery: delivery,
  WebhookDeliveryDetail: {
    ...delivery,
    event: {
      id: ids.delivery,
      type: 'execution.completed',
      timestamp: created,
      data: { id: ids.execution, workflow_id: ids.workflow, status: 'completed', outputs: { summary: 'In short.' } },
    },
    attempt_log: [
      {
        attempt: 1,
        started_at: '2026-03-02T09:30:00.032Z',
        response_status: 204,
        response_headers: { server: 'nginx' },
        response_body: '',
        response_time_ms: 86,
        error_message: null,
      },
    ],
  },
  WebhookTestResult: {
    webhook_id: ids.webhook,
    delivery_id: ids.delivery,
    success: false,
    status_code: 500,
    response_time_ms: 86,
    error_message: 'The receiver answered 500.',
  },
} satisfies ExampleBook;
