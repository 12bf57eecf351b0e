import type { Attempt, Settlement } from './settle.sql.ts';

/** Milliseconds that a receiver may ask for at most. */
const maxWaitMs = 86_400_000;

/** Whether the receiver took the event: only 2xx is success (docs/reference/webhooks.md#request). */
export function isSuccess({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status <= 299;
}

/**
 * What follows from an attempt: the schedule's next delay (seconds) ±20 %, and never sooner than a 429 or 503 asks for.
 * `nextRetry` is the position in the schedule, null if a failure is the end; 410 is an end always.
 */
export function planNext(attempt: Attempt, nextRetry: number | null, schedule: readonly number[]): Settlement {
  if (isSuccess(attempt)) return { status: 'success', retryInMs: null };
  const delayS = nextRetry === null || attempt.status === 410 ? undefined : schedule[nextRetry];
  if (delayS === undefined) return { status: 'failed', retryInMs: null };
  const jittered = delayS * 1000 * (0.8 + Math.random() * 0.4);
  const asked = attempt.status === 429 || attempt.status === 503 ? readRetryAfter(attempt.headers?.['retry-after']) : 0;
  return { status: 'retrying', retryInMs: Math.max(jittered, Math.min(asked, maxWaitMs)) };
}

/** Milliseconds until what Retry-After names, seconds or a date (RFC 9110 section 10.2.3); 0 if it is neither. */
function readRetryAfter(value: string | undefined): number {
  if (value === undefined) return 0;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}
