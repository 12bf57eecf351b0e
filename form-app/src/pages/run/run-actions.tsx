import type { FormSubmission } from '@portico/shared-types/api/public-forms';
import type { SentInput } from '../../store/form/form-state.ts';
import { sayNotice } from '../../store/notice.ts';
import type { RunState } from '../../store/run/run-store.ts';
import { inputOf } from '../../store/run/sent-input.ts';
import { useTexts } from '../../text/texts-context.ts';
import { CopyLink } from './copy-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LimitNotice } from '../../ui/limit-notice.tsx';
import type { WayBack } from '../../store/app-store.ts';
import { wayBackKeys } from '../../text/way-back-keys.ts';

export interface RunActionsProps {
  run: RunState;
  sent: SentInput | null;
  submission: FormSubmission;
  wayBack: WayBack;
  onForm(sent: SentInput | null): void;
}

/** The actions after a run: run it again, change the input, start a new one. */
export function RunActions({ run, sent, submission, wayBack, onForm }: RunActionsProps) {
  const texts = useTexts();
  // Only the tab that sent the submission knows the answers to extra fields and the files' capabilities.
  const isWhole = sent !== null || submission.files.length === 0;
  const input = sent ?? inputOf(submission);
  const names = submission.files.map((file) => file.fileName);
  // The most likely action comes first: after a failure a retry, after a success a new submission.
  const hasFailed = run.status === 'failed';
  const again = (
    <button
      type="button"
      class={hasFailed ? 'button button-strong' : 'button'}
      aria-disabled={run.isSending || run.limit !== null}
      onClick={() => (sent === null ? onForm(input) : void run.runAgain(sent))}
    >
      {run.isSending ? <span class="spinner" /> : <Icon name="retry" />}
      {texts.say('runAgain')}
    </button>
  );
  const fresh = (
    <button type="button" class={hasFailed ? 'button' : 'button button-strong'} onClick={() => onForm(null)}>
      <Icon name="plus" />
      {texts.say('newOne')}
    </button>
  );
  return (
    <section class="run-actions">
      {run.limit !== null && <LimitNotice limit={run.limit} onEnd={run.endLimit} />}
      {run.notice !== null && (
        <p class="error" role="alert">
          <Icon name="alert" />
          <bdi dir="auto">{sayNotice(texts, run.notice)}</bdi>
        </p>
      )}
      {!isWhole && <p class="hint">{texts.say('attachAgain', { names: texts.formatNames(names) })}</p>}
      <div class="run-buttons">
        {hasFailed && again}
        {!hasFailed && fresh}
        <button type="button" class="button" onClick={() => onForm(input)}>
          <Icon name="edit" />
          {texts.say('changeInput')}
        </button>
        {hasFailed ? fresh : again}
      </div>
      <p class="hint">
        {texts.say(wayBackKeys[wayBack])} <CopyLink id={submission.id} />
      </p>
    </section>
  );
}
