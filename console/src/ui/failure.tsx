import { useLayoutEffect, useState } from 'preact/hooks';
import { useApi } from '../api/api-context.ts';
import { ApiError } from '../api/api-error.ts';
import { useTexts } from '../text/use-texts.ts';
import { useErrorText } from './error-text.ts';
import { uiTexts } from './texts.ts';

interface FailureProps {
  error: unknown;
  /** In the words of this screen, instead of the usual ones. */
  explain?: (error: unknown) => string;
}

/**
 * Why a request failed, with the id that finds it in the server's log; nothing as long as it hasn't failed, once the
 * server that could not be reached is reached again, and once the person whose session had ended has signed in again.
 */
export function Failure({ error: latest, explain }: FailureProps) {
  const say = useTexts(uiTexts);
  const usual = useErrorText();
  const error = useUntilRestored(latest);
  if (error === null || error === undefined) return null;
  const id = error instanceof ApiError && error.status >= 500 ? error.requestId : undefined;
  return (
    <div role="alert">
      <p class="fault">{(explain ?? usual)(error)}</p>
      {id === undefined ? null : <p class="meta">{say('requestId', { id })}</p>}
    </div>
  );
}

/** Milliseconds for which an error is shown at least: a request that was under way may reach the server a moment later. */
const readingMs = 2_000;

/** An effect of `useEffect` could begin to listen after the server is reached again. */
function useUntilRestored(error: unknown): unknown {
  const api = useApi();
  const [overcome, setOvercome] = useState<unknown>(null);
  const isUnreachable = error instanceof ApiError && error.status === 0;
  const isSignedOut = error instanceof ApiError && error.status === 401;
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
