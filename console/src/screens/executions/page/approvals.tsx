import type { Execution, NodeRun } from '@portico/shared-types/api/executions';
import { useState } from 'preact/hooks';
import { isActive } from '../../../data/executions.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { executionTexts } from '../texts.ts';
import { ApprovalCard, type LateDecision } from './approval-card.tsx';

/** The number of cards at once; a loop can wait for many decisions. */
const maxCards = 10;

/** The approvals that wait, and the decisions of this member that came too late. */
export function Approvals({ execution, runs }: { execution: Execution; runs: readonly NodeRun[] }) {
  const say = useTexts(executionTexts);
  const [late, setLate] = useState<readonly LateDecision[]>([]);
  const waiting = isActive(execution.status)
    ? [...new Map(runs.map((run) => [run.node_id, run])).values()].filter(
        ({ node_type: type, status }) => type === 'approval' && status === 'waiting',
      )
    : [];
  return (
    <>
      {late.map(({ nodeId, title, comment }) => (
        <Banner key={nodeId} tone="wait">
          <div role="alert">
            <p>{say('decidedBefore', { title })}</p>
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
        <ApprovalCard
          key={run.node_id}
          executionId={execution.id}
          run={run}
          onLate={(decision) =>
            setLate((before) => [...before.filter(({ nodeId }) => nodeId !== decision.nodeId), decision])
          }
        />
      ))}
      {waiting.length > maxCards ? (
        <p class="soft">{say('moreApprovals', { count: waiting.length - maxCards })}</p>
      ) : null}
    </>
  );
}
