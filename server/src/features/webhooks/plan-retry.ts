import { readRetryAfter } from '../../platform/outbound/index.ts';
import type { Attempt, Settlement } from './settle.sql.ts';

/** Maximum delay that a receiver may ask for, in milliseconds. */
const maxWaitMs = 86_400_000;

/** Whether the receiver accepted the event: only 2xx is a success (docs/reference/webhooks.md#request). */
export function isSuccess({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status <= 299;
}

/**
 * Plans what follows an attempt: the schedule's next delay (seconds) ±20 %, but never earlier than a 429 or 503 asks
 * for. `nextRetry` is the index in the schedule, null if a failure is final. After a 410,
 * disabling the webhook ends the delivery.
 */
export function planRetry(attempt: Attempt, nextRetry: number | null, schedule: readonly number[]): Settlement {
  if (isSuccess(attempt)) return { status: 'success', retryInMs: null };
  const delayS = nextRetry === null ? undefined : schedule[nextRetry];
  if (delayS === undefined) return { status: 'failed', retryInMs: null };
  const jittered = delayS * 1000 * (0.8 + Math.random() * 0.4);
  const asked = readRetryAfter(attempt.status, attempt.headers);
  return { status: 'retrying', retryInMs: Math.max(jittered, Math.min(asked, maxWaitMs)) };
}
