import type { PersonaApproval, PersonaStep } from '@portico/shared-types/api/personas';
import { useMemo } from 'preact/hooks';
import type { TaskDecision } from '../../../data/personas.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Time } from '../../../ui/time.tsx';
import { Asked } from './asked.tsx';
import { DecisionForm } from './decision-form.tsx';
import { hasReordering } from './edited-arguments.ts';
import { taskTexts } from './texts.ts';

interface ApprovalCardProps {
  approval: PersonaApproval;
  step: PersonaStep | undefined;
  canDecide: boolean;
  /** Rejects if the decision was not accepted; what was typed stays. */
  onDecide: (decision: TaskDecision) => Promise<void>;
}

/** One question of a task: exactly what is to be done, a way to change it, and the decision. */
export function ApprovalCard({ approval, step, canDecide, onDecide }: ApprovalCardProps) {
  const say = useTexts(taskTexts);
  const isStep = approval.kind === 'step';
  const isDoubtful = useMemo(() => hasReordering(approval), [approval]);
  return (
    <article class="card task-approval" aria-labelledby={`${approval.id}-title`}>
      <div class="stack-tight">
        <h3 id={`${approval.id}-title`} dir="auto">
          {approval.title}
        </h3>
        <p class="meta">
          {isStep || step === undefined ? null : (
            <>
              <bdi>{say('inStep', { at: step.index + 1, title: step.title })}</bdi> ·{' '}
            </>
          )}
          {say('expires')} <Time at={approval.expiresAt} />
        </p>
      </div>
      <p>{say(isStep ? 'mayStart' : 'mayCall')}</p>
      {isDoubtful ? <Banner tone="wait">{say('reordering')}</Banner> : null}
      {canDecide ? (
        <DecisionForm approval={approval} onDecide={onDecide} />
      ) : (
        <>
          <Asked approval={approval} />
          <p class="help">{say('cannotDecide')}</p>
        </>
      )}
    </article>
  );
}
