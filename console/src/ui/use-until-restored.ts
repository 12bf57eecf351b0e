import { useLayoutEffect, useState } from 'preact/hooks';
import { useApi } from '../api/api-context.ts';
import { ApiError } from '../api/api-error.ts';

/** Milliseconds for which an error is shown at least: a request that was under way may reach the server a moment later. */
const readingMs = 2_000;

/**
 * Returns the error of an action; null once its reason no longer applies: the server is reached again, or the person has
 * signed in again.
 */
export function useUntilRestored(error: unknown): unknown {
  const api = useApi();
  const [overcome, setOvercome] = useState<unknown>(null);
  const isUnreachable = error instanceof ApiError && error.status === 0;
  const isSignedOut = error instanceof ApiError && error.status === 401;
  // An effect of `useEffect` could begin to listen after the server is reached again.
  useLayoutEffect(() => {
    if (!isUnreachable && !isSignedOut) return undefined;
    const shownAt = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = api.onRestored(() => {
      timer ??= setTimeout(() => setOvercome(error), shownAt + readingMs - performance.now());
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [api, error, isUnreachable, isSignedOut]);
  return error === overcome ? null : error;
}
