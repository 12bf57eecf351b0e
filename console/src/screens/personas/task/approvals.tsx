import type { PersonaInstance } from '@portico/shared-types/api/personas';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../../../api/api-error.ts';
import { useDecideTaskApproval, type TaskDecision } from '../../../data/personas.ts';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { taskTexts } from './texts.ts';

interface ApprovalsProps {
  task: PersonaInstance;
  /** Called when a decided card has left the page with the focus, so that nothing has it. */
  onFocusLost: () => void;
}

/** What a task needs to have decided, before anything else on its page. */
export function Approvals({ task, onFocusLost }: ApprovalsProps) {
  const say = useTexts(taskTexts);
  const canDecide = useCan('executions:approve');
  const decide = useDecideTaskApproval(task.id);
  const [late, setLate] = useState<{ readonly title: string; readonly typed: string }>();
  const pending = task.approvals.filter(({ status }) => status === 'pending');
  const deciding = useRef(new Set<string>());
  useLayoutEffect(() => {
    const shown = new Set(pending.map(({ id }) => id));
    const gone = [...deciding.current].filter((id) => !shown.has(id));
    for (const id of gone) deciding.current.delete(id);
    // The member may already be at the next question.
    if (gone.length > 0 && document.activeElement === document.body) onFocusLost();
  });
  const onDecide = async (title: string, decision: TaskDecision) => {
    setLate(undefined);
    deciding.current.add(decision.approvalId);
    try {
      await decide.mutateAsync(decision);
    } catch (error) {
      if (!isAlreadyDecided(error)) {
        deciding.current.delete(decision.approvalId);
        throw error;
      }
      setLate({ title, typed: textsOf(decision) });
    }
  };
  if (pending.length === 0 && late === undefined) return null;
  return (
    <section class="stack" aria-label={say(canDecide ? 'decisions' : 'decisionsOfOthers')}>
      {late === undefined ? null : (
        <div role="alert">
          <Banner tone="wait">
            <p>{say('tooLate', { title: late.title })}</p>
            {late.typed === '' ? null : <LongText text={late.typed} label={say('comment')} />}
          </Banner>
        </div>
      )}
      {pending.length === 0 ? null : <h2>{say(canDecide ? 'decisions' : 'decisionsOfOthers')}</h2>}
      {pending.map((approval) => (
        <ApprovalCard
          key={approval.id}
          approval={approval}
          step={task.progress.steps.find(({ index }) => index === approval.stepIndex)}
          canDecide={canDecide}
          onDecide={async (decision) => onDecide(approval.title, decision)}
        />
      ))}
    </section>
  );
}

/** What a member has typed about a decision. */
function textsOf({ comment = '', arguments: changed }: TaskDecision): string {
  return [comment, changed === undefined ? '' : JSON.stringify(changed, null, 2)]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Also if it expired in between, or the task was stopped. */
function isAlreadyDecided(error: unknown): boolean {
  return error instanceof ApiError && error.fields.some(({ code }) => code === 'already_decided');
}
