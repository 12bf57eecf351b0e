import type { FormSubmission } from '@portico/shared-types/api/public-forms';
import { useTexts } from '../text/texts-context.ts';
import { Icon } from './icon.tsx';

/** Why there is no result, in the server's words to visitors, and that nothing is lost. */
export function FailedPanel({ error }: { error: FormSubmission['error'] | null }) {
  const texts = useTexts();
  return (
    <section class="summary" aria-labelledby="failed-title">
      <Icon name="alert" />
      <div>
        <h2 id="failed-title">{texts.say('failedTitle')}</h2>
        {error != null && error.message !== '' && (
          <p class="failed-reason" dir="auto">
            {error.message}
          </p>
        )}
        <p>{texts.say('failedKept')}</p>
      </div>
    </section>
  );
}
