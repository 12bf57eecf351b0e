import { setTimeout as sleep } from 'node:timers/promises';
import { ModelError } from './model-error.ts';

export interface RetryPolicy {
  /** Maximum number of calls, including the first. */
  attempts: number;
  /** Wait before the first retry, in milliseconds; doubles each time, ±25 %. */
  firstWaitMs: number;
  /** Longest accepted Retry-After, in seconds; with a longer one the call fails immediately. */
  maxRetryAfter: number;
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 4, firstWaitMs: 500, maxRetryAfter: 20 };

/**
 * Retries until the call succeeds, fails permanently, the policy is exhausted, or the signal fires. Honours
 * Retry-After.
 */
export async function callWithRetries<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  policy: RetryPolicy,
  onRetry: (error: ModelError, waitMs: number) => void,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelError) || !error.retryable || attempt >= policy.attempts) throw error;
      if (error.retryAfter !== null && error.retryAfter > policy.maxRetryAfter) throw error;
      const waitMs = chooseWait(attempt, error.retryAfter, policy);
      onRetry(error, waitMs);
      await waitOrThrowReason(waitMs, signal);
    }
  }
}

function chooseWait(attempt: number, retryAfter: number | null, policy: RetryPolicy): number {
  if (retryAfter !== null) return retryAfter * 1000;
  return policy.firstWaitMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
}

/** Waits; if the signal fires, throws the signal's own reason instead of the timer's wrapper around it. */
export async function waitOrThrowReason(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}
