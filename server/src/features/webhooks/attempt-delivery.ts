import type { Platform } from '../../platform/platform.ts';
import { tryUnseal } from '../../platform/seal.ts';
import type { ClaimedDelivery } from './deliveries.claims.sql.ts';
import { writeBody } from './event-body.ts';
import { planRetry } from './plan-retry.ts';
import { sendEvent } from './send-event.ts';
import type { Attempt, GiveUpAfter, Settled, Settling } from './settle.sql.ts';
import { disableWebhook } from './webhooks.service.ts';

/** When a webhook is disabled because of its failures (docs/reference/webhooks.md#retries). */
export const giveUpAfter: GiveUpAfter = { days: 5, hoursBetween: 12 };

export interface Attempted {
  readonly attempt: Attempt;
  /** Milliseconds until the next attempt, null if there is none. */
  readonly retryInMs: number | null;
}

/**
 * Makes one attempt of a claimed delivery and records it. If the signal fires meanwhile, its reason is thrown and
 * nothing is recorded.
 */
export async function attemptDelivery(
  platform: Platform,
  delivery: ClaimedDelivery,
  settle: (entry: Settling) => Promise<Settled>,
  signal: AbortSignal,
): Promise<Attempted> {
  const { config, outbound } = platform;
  const { id, url, workspace_id: workspaceId, webhook_id: webhookId } = delivery;
  // Those of a SECRET_KEY that was lost stay for a day after a rotation; the new one signs alone.
  const secrets = delivery.secrets.flatMap((secret) => tryUnseal(config.secretKey, secret) ?? []);
  const attempt =
    secrets.length === 0
      ? unsigned()
      : await sendEvent(outbound, { id, url, secrets, body: writeBody(id, delivery.event) }, signal);
  const webhook = { id: webhookId, url };
  // Before the attempt is recorded, so that it ends the delivery: one whose webhook has moved is sent to the new address.
  if (attempt.status === 410) await disableWebhook(platform, workspaceId, webhook, 'The receiver answered 410 Gone.');
  const settlement = planRetry(attempt, delivery.next_retry, config.webhookRetrySchedule);
  const settled = await settle({ delivery, attempt, settlement });
  if (settled?.given_up === true) {
    await disableWebhook(platform, workspaceId, webhook, 'Every attempt of the last five days failed.');
  }
  return { attempt, retryInMs: settled?.next_in_ms ?? null };
}

/** The attempt of an event that can't be signed: nothing is sent. */
function unsigned(): Attempt {
  const error = "The signing secret of this webhook can't be read, because SECRET_KEY has changed: rotate the secret.";
  return { startedAt: new Date().toISOString(), status: null, headers: null, body: null, ms: 0, error };
}
