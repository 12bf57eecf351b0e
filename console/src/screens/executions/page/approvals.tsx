import { useSteadyClicks } from '@portico/browser-kit/use-steady-clicks';
import type { Execution, NodeRun } from '@portico/shared-types/api/executions';
import { isActive } from '../../../data/executions.ts';
import { LateDecisionList } from '../../../form/late-decisions/late-decision-list.tsx';
import { useLateDecisions } from '../../../form/late-decisions/use-late-decisions.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { useNodePath } from '../nodes/nodes-context.ts';
import { executionTexts } from '../texts.ts';
import { ApprovalCard, commentName, titleOf } from './approval-card.tsx';

/** The number of cards at once; a loop can wait for many decisions. */
const maxCards = 10;

/** The approvals that wait, and the decisions of this member that came too late. */
export function Approvals({ execution, runs }: { execution: Execution; runs: readonly NodeRun[] }) {
  const say = useTexts(executionTexts);
  const nameOf = useNodePath();
  const approvals = [...new Map(runs.map((run) => [run.node_id, run])).values()].filter(
    ({ node_type: type }) => type === 'approval',
  );
  const isWaiting = ({ status }: NodeRun) => status === 'waiting' && isActive(execution.status);
  const waiting = approvals.filter(isWaiting);
  const { late, addLate } = useLateDecisions(approvals, {
    isOpen: isWaiting,
    idOf: (run) => run.node_id,
    titleOf: (run) => titleOf(run, nameOf),
    draftNameOf: (run) => commentName(execution.id, run.node_id),
    textsIn: ({ text }) => [typeof text === 'string' ? text.trim() : ''],
  });
  const onClickCapture = useSteadyClicks(waiting.map((run) => run.node_id));
  if (late.length === 0 && waiting.length === 0) return null;
  return (
    <div class="execution-approvals" onClickCapture={onClickCapture}>
      <LateDecisionList late={late} explain={(title) => say('decidedBefore', { title })} />
      {waiting.slice(0, maxCards).map((run) => (
        <ApprovalCard key={run.node_id} executionId={execution.id} run={run} onLate={addLate} />
      ))}
      {waiting.length > maxCards ? (
        <p class="soft">{say('moreApprovals', { count: waiting.length - maxCards })}</p>
      ) : null}
    </div>
  );
}
