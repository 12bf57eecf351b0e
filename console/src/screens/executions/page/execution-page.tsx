import type { Execution } from '@portico/shared-types/api/executions';
import { useMemo } from 'preact/hooks';
import { useExecution, useLastNodeRuns, useNodeRuns, useWorkflowVersion } from '../../../data/executions.ts';
import { useLiveExecution } from '../../../data/live-execution.ts';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { LoadedPage } from '../../../ui/loaded-page.tsx';
import { Page } from '../../../ui/page.tsx';
import { useListState } from '../../../ui/use-list-state.ts';
import { toNodeNames } from '../nodes/node-names.ts';
import { NodesContext } from '../nodes/nodes-context.ts';
import { executionTexts } from '../texts.ts';
import { Approvals } from './approvals.tsx';
import { ExecutionActions } from './execution-actions.tsx';
import { ExecutionFacts } from './execution-facts.tsx';
import { ExecutionHead } from './execution-head.tsx';
import { Failure } from './failure.tsx';
import { NodeSection } from './node-section.tsx';

export function ExecutionPage({ id }: { id: string }) {
  const say = useTexts(executionTexts);
  const execution = useExecution(id);
  return (
    <LoadedPage query={execution} title={say('executions')} wide>
      {(loaded) => <ExecutionView execution={loaded} />}
    </LoadedPage>
  );
}

/** What failed or waits for a decision comes first, then every node, with the execution's own data beside it. */
function ExecutionView({ execution }: { execution: Execution }) {
  const say = useTexts(executionTexts);
  const { id, error, status, workflow_id: workflowId, workflow_version: number } = execution;
  const { query, setShown } = useListState();
  const { node: opened = '' } = query;
  const nodes = useNodeRuns(id);
  const live = useLiveExecution(id);
  const total = nodes.data?.total ?? 0;
  const needsLast = nodes.hasNextPage && (status === 'failed' || status === 'waiting');
  const last = useLastNodeRuns(id, total, needsLast);
  const version = useWorkflowVersion(workflowId, number, useCan('workflows:read'));
  const definition = version.data?.workflow.definition;
  const names = useMemo(
    () => (definition === undefined ? new Map<string, string>() : toNodeNames(definition)),
    [definition],
  );
  // While it runs, the last page isn't read again.
  const lastRuns = needsLast ? last.data : undefined;
  const runs = useMemo(() => [...(nodes.data?.runs ?? []), ...(lastRuns ?? [])], [nodes.data, lastRuns]);
  const { texts } = live;
  const { created_at: createdAt } = execution;
  const shown = useMemo(
    () => ({ names, texts, opened, createdAt, onOpen: (path: string) => setShown('node', path) }),
    [names, texts, opened, createdAt, setShown],
  );
  return (
    <NodesContext.Provider value={shown}>
      <Page
        title={execution.workflow_name}
        wide
        back={{ href: '/executions', title: say('executions') }}
        actions={<ExecutionActions execution={execution} />}
      >
        <ExecutionHead execution={execution} live={live} />
        <div class="execution">
          <div class="execution-main">
            <Approvals execution={execution} runs={runs} />
            {error === null ? null : (
              <Failure error={error} runs={runs} isLoading={nodes.isPending || last.isLoading} />
            )}
            <NodeSection nodes={nodes} status={status} />
          </div>
          <aside class="execution-aside" aria-label={say('overview')}>
            <ExecutionFacts execution={execution} hasWorkflow={version.data != null} />
          </aside>
        </div>
      </Page>
    </NodesContext.Provider>
  );
}
