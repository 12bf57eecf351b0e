import type { Execution, NodeRun } from '@portico/shared-types/api/executions';
import { useLayoutEffect, useState } from 'preact/hooks';
import { isActive } from '../../../data/executions.ts';
import { useDrafts } from '../../../form/draft-store.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { useNodePath } from '../nodes/nodes-context.ts';
import { executionTexts } from '../texts.ts';
import { ApprovalCard, commentName, type LateDecision, titleOf } from './approval-card.tsx';

/** The number of cards at once; a loop can wait for many decisions. */
const maxCards = 10;

/** The approvals that wait, and the decisions of this member that came too late. */
export function Approvals({ execution, runs }: { execution: Execution; runs: readonly NodeRun[] }) {
  const say = useTexts(executionTexts);
  const [late, setLate] = useState<readonly LateDecision[]>([]);
  const drafts = useDrafts();
  const nameOf = useNodePath();
  const approvals = [...new Map(runs.map((run) => [run.node_id, run])).values()].filter(
    ({ node_type: type }) => type === 'approval',
  );
  const isWaiting = ({ status }: NodeRun) => status === 'waiting' && isActive(execution.status);
  const waiting = approvals.filter(isWaiting);
  const addLate = (decision: LateDecision) =>
    setLate((before) => [...before.filter(({ nodeId }) => nodeId !== decision.nodeId), decision]);
  useLayoutEffect(() => {
    for (const run of approvals) {
      const name = commentName(execution.id, run.node_id);
      const typed = isWaiting(run) ? undefined : drafts.read(name)?.['text'];
      if (typeof typed !== 'string' || typed.trim() === '') continue;
      drafts.write(name, undefined);
      addLate({ nodeId: run.node_id, title: titleOf(run, nameOf), comment: typed.trim(), wasSent: false });
    }
  });
  return (
    <>
      {late.map(({ nodeId, title, comment, wasSent }) => (
        <Banner key={nodeId} tone="wait">
          <div role="alert">
            <p>
              {say('decidedBefore', { title })}
              {wasSent ? ` ${say('decisionUnused')}` : null}
            </p>
            {comment === '' ? null : (
              <>
                <p>{say('notSent')}</p>
                <LongText text={comment} label={say('comment')} />
              </>
            )}
          </div>
        </Banner>
      ))}
      {waiting.slice(0, maxCards).map((run) => (
        <ApprovalCard key={run.node_id} executionId={execution.id} run={run} onLate={addLate} />
      ))}
      {waiting.length > maxCards ? (
        <p class="soft">{say('moreApprovals', { count: waiting.length - maxCards })}</p>
      ) : null}
    </>
  );
}
