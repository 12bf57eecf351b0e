import type { PersonaApproval } from '@portico/shared-types/api/personas';
import { useRef, useState } from 'preact/hooks';
import type { OpenTask } from '../task/open-task.ts';
import { readDecision, textOf } from '../task/read-decision.ts';
import { type Texts, useTexts } from '../text/texts.ts';
import { ApiError } from '../transport/api-error.ts';

interface Props {
  approval: PersonaApproval;
  canDecide: boolean;
  opened: OpenTask;
}

/** The approval in question, and, for those who may decide, fields to edit it, comment and decide. */
export function ApprovalForm({ approval, canDecide, opened }: Props) {
  const texts = useTexts();
  const details = useRef<HTMLDetailsElement>(null);
  const changed = useRef<HTMLTextAreaElement>(null);
  const comment = useRef<HTMLTextAreaElement>(null);
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isStep = approval.kind === 'step';
  const text = textOf(approval);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const verdict = (event.submitter as HTMLButtonElement | null)?.value === 'reject' ? 'reject' : 'approve';
    const entered = { comment: comment.current?.value ?? '', arguments: changed.current?.value ?? text };
    const decision = readDecision(approval, verdict, entered);
    if (decision === undefined) {
      if (details.current !== null) details.current.open = true;
      changed.current?.focus();
      setFault(texts.say('notJson'));
      return;
    }
    setFault('');
    setBusy(true);
    try {
      await opened.decide(approval.id, decision);
    } catch (error) {
      setFault(explain(error, texts));
    }
    // The server's state wins: a decided approval and its message leave the page.
    await opened.refresh();
    setBusy(false);
  };

  // A disabled button would lose the focus, so it is only marked.
  return (
    <form class="approval card" aria-busy={isBusy} onSubmit={(event) => void submit(event)}>
      <h3 id={`title-${approval.id}`} dir="auto">
        {approval.title}
      </h3>
      <p class="approval-about">
        {texts.say(isStep ? 'mayBegin' : 'mayBeDone')}{' '}
        {texts.say('until', { time: texts.formatTime(approval.expiresAt) })}
        {!canDecide && ` ${texts.say('onlyShows')}`}
      </p>
      <pre tabIndex={0} role="group" dir={isStep ? 'auto' : 'ltr'} aria-label={texts.say('exact')}>
        {text}
      </pre>
      {canDecide && (
        <>
          <details ref={details}>
            <summary>{texts.say('change')}</summary>
            <label>
              <span>{texts.say(isStep ? 'instructionLabel' : 'argumentsLabel')}</span>
              <textarea
                ref={changed}
                name="arguments"
                rows={6}
                spellcheck={false}
                dir={isStep ? 'auto' : 'ltr'}
                defaultValue={text}
              />
            </label>
          </details>
          <label>
            <span>{texts.say('comment')}</span>
            <textarea ref={comment} name="comment" rows={2} maxLength={10_000} dir="auto" />
          </label>
        </>
      )}
      <p class="approval-fault" role="alert">
        {fault}
      </p>
      {canDecide && (
        <div class="actions">
          <button type="submit" class="primary" value="approve" aria-disabled={isBusy}>
            {texts.say('approve')}
          </button>
          <button type="submit" class="secondary" value="reject" aria-disabled={isBusy}>
            {texts.say('reject')}
          </button>
        </div>
      )}
    </form>
  );
}

/** Why a decision was rejected, in the reader's language. */
function explain(error: unknown, texts: Texts): string {
  if (!(error instanceof ApiError)) return texts.say('notSent');
  const refused = error.fields.find(({ path }) => path.startsWith('body.'));
  if (refused !== undefined) {
    const reason = texts.say(refused.code === 'too_long' ? 'tooLong' : 'notValid');
    return texts.say('refused', { reason });
  }
  return texts.say(error.status === 400 ? 'already' : 'notSent');
}
