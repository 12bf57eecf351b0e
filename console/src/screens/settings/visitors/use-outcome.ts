import { ApiError } from '../../../api/api-error.ts';
import type { Outcome } from '../../../data/outcome.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { useErrorText } from '../../../ui/error-text.ts';
import { uiTexts } from '../../../ui/texts.ts';
import { useToaster } from '../../../ui/toaster.tsx';
import { useIsShown } from '../../../ui/use-is-shown.ts';
import { visitorTexts } from './texts.ts';

/** Returns the function that describes why a request about a person failed. */
export function useFailureText(): (error: unknown) => string {
  const say = useTexts(visitorTexts);
  const sayUi = useTexts(uiTexts);
  const explain = useErrorText();
  return (error) => {
    if (!(error instanceof ApiError)) return explain(error);
    if (error.code === 'broken_off') return say('brokenOff');
    if (error.status === 404) return say('unknown');
    const missing = error.details['missing'];
    if (error.status === 403 && Array.isArray(missing) && missing.length > 0) {
      return sayUi('noPermissionText', { scopes: missing.join(', ') });
    }
    return explain(error);
  };
}

/** What is reported on every screen: an action that is done, and one that failed after this screen was left. */
export function useOutcome(done: string): Outcome {
  const toaster = useToaster();
  const explain = useFailureText();
  const isShown = useIsShown();
  return {
    onDone: () => toaster.done(done),
    onFailed: (error) => {
      if (!isShown()) toaster.failed(explain(error));
    },
  };
}
