import { useEffect, useRef } from 'preact/hooks';
import type { LinkedPersonaInstance } from '@portico/shared-types/api/personas';
import { describeTask, nameApproval, verdicts } from '../task/describe-task.ts';
import type { OpenTask, Reading } from '../task/open-task.ts';
import type { MessageKey } from '../text/messages.ts';
import { useTexts } from '../text/texts.ts';
import { Approvals } from './approvals.tsx';
import { Deliverables } from './deliverables.tsx';
import { Progress } from './progress.tsx';

/** The page of one task; without a token in the link it explains what is missing. */
export function TaskPage({ opened }: { opened: OpenTask | null }) {
  const texts = useTexts();
  const main = useRef<HTMLElement>(null);
  const state = opened?.state.value ?? null;
  const reading = opened?.reading.value ?? null;
  const fault = reading === null ? 'needsLink' : faults[reading];
  const line = fault === null && state !== null ? describeTask(state, texts) : texts.say(fault ?? 'opening');
  const title = state === null ? texts.say('task') : state.task.taskTitle;
  useEffect(() => {
    document.title = `${title} · ${state === null ? 'Portico' : line}`;
  }, [title, line, state]);

  const skip = (event: Event) => {
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        {texts.say('skip')}
      </a>
      <header class="bar run-bar">
        <span class="brand">
          <img src="/assets/site/portico.svg" alt="" width="28" height="28" />
          Portico
        </span>
      </header>
      <main ref={main} id="main" class="run" tabIndex={-1} data-state={state?.task.status}>
        <p class="run-persona" dir="auto">
          {state?.task.personaName}
        </p>
        <h1 dir="auto">{title}</h1>
        <p class="run-status" role="status" data-status>
          {line}
        </p>
        {/* Undefined instead of an empty text: Preact would write it again each time, and screen readers would
           announce it. */}
        <p class="run-connection" role="status">
          {opened?.isInterrupted.value === true ? texts.say('lost') : null}
        </p>
        {opened !== null && state !== null && (
          <>
            <Approvals task={state.task} opened={opened} main={main} />
            <Deliverables deliverables={state.deliverables} />
            <Progress task={state.task} />
            <Decided task={state.task} />
          </>
        )}
      </main>
    </>
  );
}

/** The message if the newest state could not be read. */
const faults: Record<Reading, MessageKey | null> = {
  opening: null,
  read: null,
  unreachable: 'unreachable',
  unknown: 'noTask',
};

/** The decisions, each with its comment. */
function Decided({ task: { approvals, progress } }: { task: LinkedPersonaInstance }) {
  const texts = useTexts();
  const decided = approvals.filter(({ status }) => status !== 'pending');
  return (
    <section aria-labelledby="decided-heading" hidden={decided.length === 0}>
      <h2 id="decided-heading">{texts.say('decided')}</h2>
      <ul class="decided">
        {decided.map((approval) => (
          <li key={approval.id}>
            <span dir="auto">{nameApproval(approval, progress.steps, texts)}</span>
            <span class="step-state">
              {texts.say(verdicts[approval.status])}
              {approval.decidedAt !== null && `, ${texts.formatTime(approval.decidedAt)}`}
            </span>
            {(approval.comment ?? '') !== '' && (
              <p>
                {texts.say('commentGiven')} <bdi dir="auto">{approval.comment}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
