import type { PersonaApproval } from '@portico/shared-types/api/personas';
import { useRef, useState } from 'preact/hooks';
import type { OpenTask } from '../task/open-task.ts';
import { forgetEntered, keepEntered, type KeptEntry, readEntered } from '../task/entered.ts';
import { readDecision, textOf } from '../task/read-decision.ts';
import { type Texts, useTexts } from '../text/texts.ts';
import { ApiError } from '../transport/api-error.ts';

interface Props {
  approval: PersonaApproval;
  title: string;
  canDecide: boolean;
  opened: OpenTask;
}

/** The approval in question, and, for those who may decide, fields to edit it, comment and decide. */
export function ApprovalForm({ approval, title, canDecide, opened }: Props) {
  const texts = useTexts();
  const details = useRef<HTMLDetailsElement>(null);
  const changed = useRef<HTMLTextAreaElement>(null);
  const comment = useRef<HTMLTextAreaElement>(null);
  const [fault, setFault] = useState('');
  const [isMalformed, setMalformed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isStep = approval.kind === 'step';
  const text = textOf(approval);
  const [entered] = useState(() => readEntered(approval.id) ?? { comment: '', arguments: text });
  const read = (): KeptEntry => ({
    comment: comment.current?.value ?? '',
    arguments: changed.current?.value ?? text,
    asked: text,
  });

  const markChanged = () => {
    setMalformed(true);
    if (details.current !== null) details.current.open = true;
    changed.current?.focus();
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const sent = read();
    const verdict = (event.submitter as HTMLButtonElement | null)?.value === 'reject' ? 'reject' : 'approve';
    const decision = readDecision(approval, verdict, sent);
    if (decision === undefined) {
      markChanged();
      setFault(texts.say('notJson'));
      return;
    }
    setMalformed(false);
    setFault('');
    setBusy(true);
    // Nothing is kept meanwhile: the event of this decision may arrive before its response, and it is not a late one.
    forgetEntered(approval.id);
    try {
      await opened.decide(approval.id, decision);
    } catch (error) {
      keepEntered(approval.id, sent);
      setFault(explain(error, texts, isStep));
      if (error instanceof ApiError && error.fields.some(({ path }) => path.startsWith('body.arguments')))
        markChanged();
    }
    // The server's state wins: if somebody else has decided, this form leaves the page, and what is kept is shown.
    await opened.refresh();
    setBusy(false);
  };

  // A disabled button would lose the focus, so it is only marked.
  return (
    <form
      class="approval card"
      aria-busy={isBusy}
      onSubmit={(event) => void submit(event)}
      onInput={() => keepEntered(approval.id, read())}
    >
      <h3 id={`title-${approval.id}`} dir="auto">
        {title}
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
          <details ref={details} open={entered.arguments !== text}>
            <summary>{texts.say('change')}</summary>
            <label>
              <span>{texts.say(isStep ? 'instructionLabel' : 'argumentsLabel')}</span>
              <textarea
                ref={changed}
                name="arguments"
                rows={6}
                spellcheck={false}
                dir={isStep ? 'auto' : 'ltr'}
                defaultValue={entered.arguments}
                aria-invalid={isMalformed}
                aria-describedby={isMalformed ? `fault-${approval.id}` : undefined}
              />
            </label>
          </details>
          <label>
            <span>{texts.say('comment')}</span>
            <textarea
              ref={comment}
              name="comment"
              rows={2}
              maxLength={10_000}
              dir="auto"
              defaultValue={entered.comment}
            />
          </label>
          <div class="actions">
            <button type="submit" class="primary" value="approve" aria-disabled={isBusy}>
              {texts.say('approve')}
            </button>
            <button type="submit" class="secondary" value="reject" aria-disabled={isBusy}>
              {texts.say('reject')}
            </button>
          </div>
        </>
      )}
      <p class="approval-fault" id={`fault-${approval.id}`} role="alert">
        {fault}
      </p>
    </form>
  );
}

/** Why a decision was rejected, in the reader's language. */
function explain(error: unknown, texts: Texts, isStep: boolean): string {
  if (!(error instanceof ApiError)) return texts.say('notSent');
  const refused = error.fields.filter(({ path }) => path.startsWith('body.'));
  if (refused.length > 0) {
    const reasonOf = (code: string | undefined) => texts.say(code === 'too_long' ? 'tooLong' : 'notValid');
    const reasons = [...new Set(refused.map(({ code }) => reasonOf(code)))].map((reason) => {
      const faults = refused.filter(({ code }) => reasonOf(code) === reason);
      // The JSON of a call's arguments doesn't show which ones are meant.
      const names = faults.flatMap(({ path }) => (isStep ? [] : (/^body\.arguments\.(.+)/.exec(path)?.[1] ?? [])));
      return names.length === 0 ? reason : `${names.map((name) => `“${name}”`).join(', ')}: ${reason}`;
    });
    return texts.say('refused', { reason: reasons.join(' ') });
  }
  return texts.say(error.status === 400 ? 'already' : 'notSent');
}
