import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from './is-outage.ts';

const firstPauseMs = 50;
const maxPauseMs = 1_000;

/**
 * Repeats work while one of our own stores is unavailable, for `timeoutMs` if given; the work must be repeatable.
 * Throws the outage once the time is over, the signal's reason once that fires, and any other error immediately.
 */
export async function retryOutages<T>(
  work: () => Promise<T>,
  { timeoutMs = Infinity, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (!isOutage(error) || performance.now() + pauseMs > end) throw error;
      await sleep(pauseMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
      signal?.throwIfAborted();
    }
  }
}
