import type { PersonaInstance } from '@portico/shared-types/api/personas';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ApiError } from '../../../api/api-error.ts';
import { useDecideTaskApproval, type TaskDecision } from '../../../data/personas.ts';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { taskTexts } from './texts.ts';
import { textsOf, useLateDecisions } from './use-late-decisions.ts';

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
  const { late, addLate } = useLateDecisions(task.approvals);
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
    deciding.current.add(decision.approvalId);
    try {
      await decide.mutateAsync(decision);
    } catch (error) {
      if (!isAlreadyDecided(error)) {
        deciding.current.delete(decision.approvalId);
        throw error;
      }
      addLate({ id: decision.approvalId, title, typed: textsOf(decision), wasSent: true });
    }
  };
  if (pending.length === 0 && late.length === 0) return null;
  return (
    <section class="stack" aria-label={say(canDecide ? 'decisions' : 'decisionsOfOthers')}>
      {late.map(({ id, title, typed, wasSent }) => (
        <div key={id} role="alert">
          <Banner tone="wait">
            <p>
              {say('noLongerOpen', { title })}
              {wasSent ? ` ${say('decisionUnused')}` : null}
            </p>
            {typed === '' ? null : (
              <>
                <p>{say('typedUnsent')}</p>
                <LongText text={typed} label={say('comment')} />
              </>
            )}
          </Banner>
        </div>
      ))}
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

/** Also if it expired in between, or the task was stopped. */
function isAlreadyDecided(error: unknown): boolean {
  return error instanceof ApiError && error.fields.some(({ code }) => code === 'already_decided');
}
