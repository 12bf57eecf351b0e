import { useSteadyClicks } from '@portico/browser-kit/use-steady-clicks';
import type { PersonaInstance } from '@portico/shared-types/api/personas';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ApiError } from '../../../api/api-error.ts';
import { useDecideTaskApproval, type TaskDecision } from '../../../data/personas.ts';
import { useCan } from '../../../data/session.ts';
import { LateDecisionList } from '../../../form/late-decisions/late-decision-list.tsx';
import { joinTexts, useLateDecisions } from '../../../form/late-decisions/use-late-decisions.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { ApprovalCard } from './approval-card.tsx';
import { decisionDraftName, toDecisionDraft } from './decision-draft.ts';
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
  const { late, addLate } = useLateDecisions(task.approvals, {
    isOpen: ({ status }) => status === 'pending',
    idOf: ({ id }) => id,
    titleOf: (approval) => approval.title,
    draftNameOf: ({ id }) => decisionDraftName(id),
    textsIn: (draft) => {
      const { comment, edited = '' } = toDecisionDraft(draft);
      return [comment.trim(), edited];
    },
  });
  const pending = task.approvals.filter(({ status }) => status === 'pending');
  const onClickCapture = useSteadyClicks(pending.map(({ id }) => id));
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
    <section
      class="stack"
      aria-label={say(canDecide ? 'decisions' : 'decisionsOfOthers')}
      onClickCapture={onClickCapture}
    >
      <LateDecisionList late={late} explain={(title) => say('noLongerOpen', { title })} />
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

/** What was typed about a decision. */
function textsOf({ comment = '', arguments: changed }: TaskDecision): string {
  return joinTexts([comment, changed === undefined ? '' : JSON.stringify(changed, null, 2)]);
}

/** Also if it expired in between, or the task was stopped. */
function isAlreadyDecided(error: unknown): boolean {
  return error instanceof ApiError && error.fields.some(({ code }) => code === 'already_decided');
}
