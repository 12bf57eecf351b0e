import type { Execution } from '@portico/shared-types/api/executions';
import type { Workflow } from '@portico/shared-types/api/workflows';
import { Workflow as WorkflowIcon } from 'lucide-react';
import { useMemo } from 'preact/hooks';
import { useExecution, useWorkflowVersion } from '../../../data/executions.ts';
import { workflows } from '../../../data/workflows.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { LoadedPage } from '../../../ui/loaded-page.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState, Loaded, Skeleton } from '../../../ui/states.tsx';
import { executionTexts } from '../../executions/texts.ts';
import { NodesView } from '../editor/editor-tab.tsx';
import { emptyDraft, readDefinition } from '../graph/draft.ts';
import { workflowTexts } from '../texts.ts';
import { WorkflowTabs } from '../workflow-tabs.tsx';
import { RunActions } from './run-actions.tsx';
import { RunBar } from './run-bar.tsx';
import { runTexts } from './texts.ts';
import { TraceProvider } from './trace-provider.tsx';

/** One run on the canvas of the version that it used, while it runs and afterwards. */
export function RunPage({ workflowId, executionId }: { workflowId: string; executionId: string }) {
  const say = useTexts(workflowTexts);
  const sayExecution = useTexts(executionTexts);
  const workflow = workflows.useOne(workflowId);
  const execution = useExecution(executionId);
  return (
    <LoadedPage query={workflow} title={say('workflows')} wide>
      {(loaded) => (
        <Page
          title={loaded.name}
          wide
          back={{ href: `/workflows/${workflowId}/runs`, title: sayExecution('executions') }}
          actions={
            execution.data === undefined ? undefined : <RunActions workflow={loaded} execution={execution.data} />
          }
        >
          <WorkflowTabs workflow={loaded} />
          <Loaded query={execution} skeleton={<Skeleton kind="rows" lines={8} />}>
            {(run) => <RunOfVersion workflow={loaded} execution={run} />}
          </Loaded>
        </Page>
      )}
    </LoadedPage>
  );
}

function RunOfVersion({ workflow, execution }: { workflow: Workflow; execution: Execution }) {
  const isNewest = execution.workflow_version === workflow.version;
  const version = useWorkflowVersion(workflow.id, execution.workflow_version, !isNewest);
  const query = isNewest ? { data: { workflow }, error: null, refetch: () => undefined } : version;
  return (
    <Loaded query={query} skeleton={<Skeleton kind="rows" lines={8} />}>
      {(found) => <RunView workflow={workflow} execution={execution} definition={found?.workflow.definition} />}
    </Loaded>
  );
}

interface RunViewProps {
  workflow: Workflow;
  execution: Execution;
  definition: unknown;
}

function RunView({ workflow, execution, definition }: RunViewProps) {
  const say = useTexts(runTexts);
  const number = execution.workflow_version;
  const whole = useMemo(() => readDefinition(definition) ?? emptyDraft, [definition]);
  return (
    <TraceProvider workflow={workflow} execution={execution} whole={whole}>
      <NodesView
        bar={<RunBar workflow={workflow} execution={execution} />}
        empty={
          <EmptyState icon={WorkflowIcon} title={say(definition === undefined ? 'noVersion' : 'noNodes', { number })} />
        }
      />
    </TraceProvider>
  );
}
