import { useSteadyClicks } from '@portico/browser-kit/use-steady-clicks';
import type { LinkedPersonaInstance } from '@portico/shared-types/api/personas';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { OpenTask } from '../task/open-task.ts';
import { nameApproval, verdicts } from '../task/describe-task.ts';
import { useLateDecisions } from '../task/use-late-decisions.ts';
import { useTexts } from '../text/texts.ts';
import { ApprovalForm } from './approval-form.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

interface Props {
  task: LinkedPersonaInstance;
  opened: OpenTask;
  /** Gets the focus after the last decision. */
  main: RefObject<HTMLElement | null>;
}

/** A form for each approval that waits for a decision, and what was typed about those that somebody else decided. */
export function Approvals({ task, opened, main }: Props) {
  const texts = useTexts();
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // A link that is no longer valid decides nothing.
  const isValid = opened.reading.value !== 'unknown';
  const pending = task.approvals.filter(({ status }) => isValid && status === 'pending');
  const late = useLateDecisions(task.approvals);
  const onClickCapture = useSteadyClicks(pending.map(({ id }) => id));
  useKeptFocus(list, () => (pending.length === 0 ? main.current : heading.current));
  return (
    <section aria-labelledby="approvals-heading" hidden={pending.length === 0 && late.length === 0}>
      <h2 ref={heading} id="approvals-heading" tabIndex={-1}>
        {texts.say('decisions')}
      </h2>
      <ul ref={list} class="approvals" onClickCapture={onClickCapture}>
        {late.map(({ approval, typed }) => (
          <li key={approval.id}>
            <div class="approval card" role="alert">
              <h3 dir="auto">{nameApproval(approval, task.progress.steps, texts)}</h3>
              <p class="approval-about">
                {texts.say(approval.decidedBy === null ? verdicts[approval.status] : 'already')}
              </p>
              {typed.length > 0 && <p class="approval-about">{texts.say('unsent')}</p>}
              {typed.map((text) => (
                <pre key={text} dir="auto">
                  {text}
                </pre>
              ))}
            </div>
          </li>
        ))}
        {pending.map((approval) => (
          <li key={approval.id}>
            {/* A group and not a landmark: two calls of the same tool have the same name. */}
            <div role="group" aria-labelledby={`title-${approval.id}`}>
              <ApprovalForm
                approval={approval}
                title={nameApproval(approval, task.progress.steps, texts)}
                canDecide={task.canDecide}
                opened={opened}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
