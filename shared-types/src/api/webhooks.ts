import { z } from 'zod';
import { distinct } from '../distinct.ts';
import { NamedListQuery, PageQuery, QueryTime, Timestamp } from '../envelope.ts';
import { hasCredentials } from '../has-credentials.ts';
import { mergePatchOf } from '../merge-patch.ts';

/** Everything that a webhook can be notified of (docs/reference/webhooks.md#events). */
export const WebhookEventType = z.enum([
  'execution.started',
  'execution.completed',
  'execution.failed',
  'execution.cancelled',
  'execution.waiting',
  'message.created',
  'form.submitted',
  'form.completed',
  'form.failed',
  'persona.started',
  'persona.completed',
  'persona.failed',
  'persona.approval_required',
  'document.ready',
  'document.failed',
  'conversation.waiting',
  'conversation.accepted',
  'conversation.returned',
  'conversation.closed',
  'conversation.rated',
  'limit.warning',
  'limit.reached',
  'webhook.test',
]);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/** The body of a delivery. Content over 20,000 bytes is null in `data`, and `data.omitted` names its field. */
export const WebhookEvent = z.object({
  /** The delivery's id, as in the header webhook-id. */
  id: z.string(),
  type: WebhookEventType,
  timestamp: Timestamp,
  data: z.record(z.string(), z.unknown()),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;

export const WebhookStatus = z.enum(['enabled', 'disabled']);
export type WebhookStatus = z.infer<typeof WebhookStatus>;

/** A receiver of events (docs/reference/webhooks.md#fields). */
export const Webhook = z.object({
  id: z.string(),
  name: z.string().nullable(),
  url: z.string(),
  /** `*` means all of them. */
  event_types: z.array(z.union([z.literal('*'), WebhookEventType])),
  status: WebhookStatus,
  /** Why the server disabled it, null if it didn't. */
  disabled_reason: z.string().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Webhook = z.infer<typeof Webhook>;

/** The response of create and rotate-secret: the record and, only here, the signing secret (`whsec_…`). */
export const IssuedWebhook = z.object({ ...Webhook.shape, secret: z.string() });
export type IssuedWebhook = z.infer<typeof IssuedWebhook>;

export const WebhookCreate = z.strictObject({
  name: z.string().trim().min(1).max(200).nullish(),
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .max(2_000)
    .refine((url) => !hasCredentials(url), 'must not contain a user name or a password'),
  event_types: z
    .array(z.union([z.literal('*'), WebhookEventType]))
    .min(1)
    .overwrite(distinct)
    .default(['*']),
  status: WebhookStatus.default('enabled'),
});
export type WebhookCreate = z.infer<typeof WebhookCreate>;

export const WebhookListQuery = NamedListQuery.extend({
  failed_since: QueryTime.optional().describe('Only webhooks with a delivery whose last attempt failed since then.'),
});
export type WebhookListQuery = z.infer<typeof WebhookListQuery>;

export const WebhookPatch = mergePatchOf(WebhookCreate);
export type WebhookPatch = z.infer<typeof WebhookPatch>;

/**
 * pending: queued; retrying: failed, will be tried again; failed: no attempt is left
 * (docs/reference/webhooks.md#deliveries).
 */
export const DeliveryStatus = z.enum(['pending', 'success', 'failed', 'retrying']);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

/**
 * One event for one webhook (docs/reference/webhooks.md#deliveries); the last four fields are of the newest attempt.
 */
export const WebhookDelivery = z.object({
  id: z.string(),
  webhook_id: z.string(),
  event_type: WebhookEventType,
  status: DeliveryStatus,
  attempts: z.int(),
  next_attempt_at: Timestamp.nullable(),
  created_at: Timestamp,
  last_attempt_at: Timestamp.nullable(),
  /** Null without a response. */
  response_status: z.int().nullable(),
  response_time_ms: z.int().nullable(),
  error_message: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const DeliveryListQuery = PageQuery.extend({
  status: DeliveryStatus.optional(),
  failed_since: QueryTime.optional().describe('Only deliveries whose last attempt failed since then.'),
});
export type DeliveryListQuery = z.infer<typeof DeliveryListQuery>;

/** One attempt; content of a response beyond 20,000 bytes isn't stored. */
export const DeliveryAttempt = z.object({
  attempt: z.int(),
  started_at: Timestamp,
  response_status: z.int().nullable(),
  response_headers: z.record(z.string(), z.string()).nullable(),
  response_body: z.string().nullable(),
  response_time_ms: z.int(),
  error_message: z.string().nullable(),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

/** A delivery with its event and every attempt, oldest first. */
export const WebhookDeliveryDetail = z.object({
  ...WebhookDelivery.shape,
  event: WebhookEvent,
  attempt_log: z.array(DeliveryAttempt),
});
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>;

/** The result of a test event (docs/reference/webhooks.md#test). */
export const WebhookTestResult = z.object({
  webhook_id: z.string(),
  delivery_id: z.string(),
  success: z.boolean(),
  status_code: z.int().nullable(),
  response_time_ms: z.int(),
  /** Present when success is false. */
  error_message: z.string().optional(),
});
export type WebhookTestResult = z.infer<typeof WebhookTestResult>;
