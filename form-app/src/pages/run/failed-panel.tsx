import type { FormSubmission } from '@portico/shared-types/api/public-forms';
import type { RunItem } from '../../store/run/run-items.ts';
import { failureKey, fieldKey } from '../../text/error-keys.ts';
import { displayName } from '../../text/display-name.ts';
import { useTexts } from '../../text/texts-context.ts';
import { Icon } from '../../ui/icon.tsx';

/** Why there is no result, and that nothing is lost. Only what the form's owner wrote is shown as it came. */
export function FailedPanel({ error, items }: { error: FormSubmission['error'] | null; items: readonly RunItem[] }) {
  const texts = useTexts();
  const known = error == null || error.message === '' ? 'failedRun' : failureKey(error.code);
  const unread = items.filter(({ state }) => state === 'unread');
  return (
    <section class="summary" aria-labelledby="failed-title">
      <Icon name="alert" />
      <div>
        <h2 id="failed-title">{texts.say('failedTitle')}</h2>
        <p class="failed-reason" dir="auto">
          {known === undefined ? error?.message : texts.say(known)}
        </p>
        {unread.length > 0 && (
          <ul class="failed-items">
            {unread.map(({ id, name, kind, fault }) => (
              <li key={id}>
                <bdi class="unread-name" dir="auto">
                  {displayName(name)}
                </bdi>{' '}
                <span>{texts.say(fieldKey(fault ?? 'invalid', kind === 'file' ? 'files' : 'urls'))}</span>
              </li>
            ))}
          </ul>
        )}
        <p>{texts.say('failedKept')}</p>
      </div>
    </section>
  );
}
