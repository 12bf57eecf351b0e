import type { PublicForm } from '@portico/shared-types/api/public-forms';
import type { Sending } from '../../store/form/submit-slice.ts';
import { useTexts } from '../../text/texts-context.ts';
import { Icon } from '../../ui/icon.tsx';

/** Stays focusable while it works, so that a keyboard's place isn't lost; the store ignores a second press. */
export function SubmitButton({ form, sending, isLimited }: { form: PublicForm; sending: Sending; isLimited: boolean }) {
  const texts = useTexts();
  const isBusy = sending !== 'idle';
  const text = {
    idle: form.submitButtonText ?? texts.say('submit'),
    waiting: texts.say('waitingForFiles'),
    sending: form.submitLoadingText ?? texts.say('submitting'),
  }[sending];
  return (
    <div class="actions">
      <button type="submit" class="button button-main" aria-disabled={isBusy || isLimited} aria-busy={isBusy}>
        {isBusy && <span class="spinner" />}
        <bdi dir="auto">{text}</bdi>
        {!isBusy && <Icon name="arrow" />}
      </button>
    </div>
  );
}
