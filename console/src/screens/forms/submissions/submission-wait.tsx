import type { NodeRun } from '@portico/shared-types/api/executions';
import { Link } from 'wouter';
import { useNodeRuns } from '../../../data/executions.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { startOf } from '../../../ui/format-json.ts';
import { formTexts } from '../texts.ts';

const maxTitle = 300;

/** What the workflow of a submission waits for, with a link to the execution, where an approval is decided. */
export function SubmissionWait({ executionId }: { executionId: string }) {
  const say = useTexts(formTexts);
  const { data } = useNodeRuns(executionId);
  const asked = (data?.runs ?? []).find(({ node_type: type, status }) => type === 'approval' && status === 'waiting');
  return (
    <Banner tone="wait">
      <p>
        {asked === undefined ? (
          say('workflowWaits')
        ) : (
          <>
            {say('approvalWaits')} <bdi>{titleOf(asked)}</bdi>
          </>
        )}
      </p>
      <Link href={`/executions/${executionId}`}>{say(asked === undefined ? 'openExecution' : 'openApproval')}</Link>
    </Banner>
  );
}

function titleOf({ node_id: id, inputs }: NodeRun): string {
  const title = inputs?.['title'];
  return startOf(typeof title === 'string' && title !== '' ? title : id, maxTitle);
}
