import { ApiError } from '../../../api/api-error.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { uiTexts } from '../../../ui/texts.ts';
import { useFailureText } from './use-outcome.ts';

/** Why an action failed, with the id that finds it in the log of the server. */
export function Failure({ error }: { error: unknown }) {
  const say = useTexts(uiTexts);
  const explain = useFailureText();
  if (error === null || error === undefined) return null;
  const id = error instanceof ApiError && error.status >= 500 ? error.requestId : undefined;
  return (
    <div role="alert">
      <p class="fault">{explain(error)}</p>
      {id === undefined ? null : <p class="meta">{say('requestId', { id })}</p>}
    </div>
  );
}
