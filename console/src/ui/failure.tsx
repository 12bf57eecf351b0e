import { ApiError } from '../api/api-error.ts';
import { useTexts } from '../text/use-texts.ts';
import { useErrorText } from './error-text.ts';
import { uiTexts } from './texts.ts';
import { useUntilRestored } from './use-until-restored.ts';

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
