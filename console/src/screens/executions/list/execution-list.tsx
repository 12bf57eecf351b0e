import type { Execution } from '@portico/shared-types/api/executions';
import { ListChecks } from 'lucide-react';
import { triggers } from '../../../data/settings.ts';
import { useNamed } from '../../../data/resource.ts';
import { useExecutions, useWorkflowVersion } from '../../../data/executions.ts';
import { useCan } from '../../../data/session.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { ExportLink } from '../../../ui/export-link.tsx';
import { startOf } from '../../../ui/format-json.ts';
import { Page } from '../../../ui/page.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, Loaded, Skeleton } from '../../../ui/states.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { Time } from '../../../ui/time.tsx';
import { usePeriodQuery } from '../../../ui/use-period-query.ts';
import { useListState } from '../../../ui/use-list-state.ts';
import { ExecutionState } from '../execution-state.tsx';
import { toNodeNames } from '../nodes/node-names.ts';
import { useNodePathIn } from '../nodes/nodes-context.ts';
import { executionTexts } from '../texts.ts';
import { ListFilters } from './list-filters.tsx';
import { StatusTabs } from './status-tabs.tsx';

/** Characters of an error in a list; its page has all of it. */
const maxError = 300;

/** Every execution of the workspace, newest first. */
export function ExecutionList() {
  const say = useTexts(executionTexts);
  const sayUi = useTexts(uiTexts);
  const { query, page, setPage, setFilter } = useListState();
  const { status = '', workflow = '', trigger = '', from = '', to = '' } = query;
  const awaiting = query['awaiting_approval'] ?? '';
  const failedSince = query['failed_since'] ?? '';
  const { period, isKnown } = usePeriodQuery(query);
  const sinceDay = usePeriodQuery({ from: failedSince });
  const filters = {
    status,
    awaiting_approval: awaiting,
    workflow_id: workflow,
    trigger_id: trigger,
    failed_since: sinceDay.period.from,
    ...period,
  };
  const list = useExecutions({ page, ...filters }, { enabled: isKnown && sinceDay.isKnown });
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <Page
      title={say('executions')}
      purpose={say('purpose')}
      wide
      actions={<ExportLink path="/api/v1/executions/export" filters={filters} />}
    >
      <div class="stack">
        <StatusTabs query={query} />
        <ListFilters
          workflow={workflow}
          trigger={trigger}
          from={from}
          to={to}
          failedSince={status === 'failed' || failedSince !== '' ? failedSince : undefined}
          onFilter={setFilter}
        />
        <Loaded query={list} skeleton={<Skeleton kind="rows" lines={8} />}>
          {({ data, pagination }) =>
            data.length === 0 && !isFiltered ? (
              <NoExecutions />
            ) : (
              <>
                {data.length === 0 ? <p class="soft">{sayUi('noneFound')}</p> : null}
                <ExecutionTable executions={data} />
                <Pager pagination={pagination} onPage={setPage} />
              </>
            )
          }
        </Loaded>
      </div>
    </Page>
  );
}

function ExecutionTable({ executions }: { executions: readonly Execution[] }) {
  const say = useTexts(executionTexts);
  const formats = useFormats();
  const { nameOf } = useNamed(triggers, 'triggers:read');
  return (
    <div class="execution-table">
      <DataTable
        label={say('executions')}
        rows={executions}
        href={({ id }) => `/executions/${id}`}
        columns={[
          { title: say('workflow'), render: ({ workflow_name: name }) => <bdi>{name}</bdi> },
          { title: say('status'), render: ({ status }) => <ExecutionState status={status} /> },
          { title: say('error'), render: (execution) => <ErrorLine execution={execution} /> },
          {
            title: say('startedBy'),
            minor: true,
            render: ({ trigger_id: triggerId, retry_of: retryOf }) => {
              if (retryOf !== null) return say('retryShort');
              return triggerId === null ? null : <bdi>{nameOf(triggerId)}</bdi>;
            },
          },
          {
            title: say('duration'),
            align: 'end',
            render: ({ duration_ms: time }) => (time === null ? null : formats.duration(time)),
          },
          { title: say('started'), render: ({ created_at: at }) => <Time at={at} /> },
        ]}
      />
    </div>
  );
}

/** The error of an execution, after the name of the node that failed. */
function ErrorLine({ execution }: { execution: Execution }) {
  const { error, workflow_id: workflowId, workflow_version: number } = execution;
  const nodeId = error?.node_id ?? null;
  const version = useWorkflowVersion(workflowId, number, useCan('workflows:read') && nodeId !== null);
  const definition = version.data?.workflow.definition;
  const nameOf = useNodePathIn(definition === undefined ? new Map() : toNodeNames(definition));
  if (error === null) return null;
  const shown = startOf(
    nodeId === null || version.isLoading ? error.message : `${nameOf(nodeId)}: ${error.message}`,
    maxError,
  );
  return (
    <span class="execution-error" dir="auto" title={shown}>
      {shown}
    </span>
  );
}

function NoExecutions() {
  const say = useTexts(executionTexts);
  const canSeeWorkflows = useCan('workflows:read');
  return (
    <EmptyState icon={ListChecks} title={say('emptyTitle')} text={say('emptyText')}>
      {canSeeWorkflows ? <LinkButton href="/workflows">{say('openWorkflows')}</LinkButton> : null}
    </EmptyState>
  );
}
