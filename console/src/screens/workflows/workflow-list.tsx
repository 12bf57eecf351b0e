import type { WorkflowSummary } from '@portico/shared-types/api/workflows';
import { Plus, Workflow } from 'lucide-react';
import { useCan } from '../../data/session.ts';
import { workflows } from '../../data/workflows.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useListState, useNewDialog } from '../../ui/use-list-state.ts';
import { CreateWorkflow } from './create-workflow.tsx';
import { workflowTexts } from './texts.ts';
import { WorkflowMenu } from './workflow-menu.tsx';
import { WorkflowSwitch } from './workflow-switch.tsx';

export function WorkflowList() {
  const say = useTexts(workflowTexts);
  const canWrite = useCan('workflows:write');
  const { page, setPage } = useListState();
  const list = workflows.useList({ page });
  const [isCreating, setCreating] = useNewDialog();
  const create = (
    <Button look="primary" icon={Plus} onClick={() => setCreating(true)}>
      {say('create')}
    </Button>
  );
  return (
    <Page title={say('workflows')} purpose={say('purpose')} wide actions={canWrite ? create : undefined}>
      <Loaded query={list} skeleton={<Skeleton kind="rows" lines={5} />}>
        {({ data, pagination }) =>
          data.length === 0 && pagination.total_count === 0 ? (
            <EmptyState icon={Workflow} title={say('emptyTitle')} text={say('emptyText')}>
              {canWrite ? create : null}
            </EmptyState>
          ) : (
            <div class="stack">
              <WorkflowTable rows={data} canWrite={canWrite} />
              <Pager pagination={pagination} onPage={setPage} />
            </div>
          )
        }
      </Loaded>
      {isCreating ? <CreateWorkflow onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}

function WorkflowTable({ rows, canWrite }: { rows: readonly WorkflowSummary[]; canWrite: boolean }) {
  const say = useTexts(workflowTexts);
  const formats = useFormats();
  return (
    <DataTable
      label={say('workflows')}
      rows={rows}
      href={({ id }) => `/workflows/${id}`}
      columns={[
        { title: say('name'), render: ({ name }) => <span dir="auto">{name}</span> },
        {
          title: say('inputs'),
          align: 'end',
          minor: true,
          render: ({ input_schema: schema }) => formats.number(Object.keys(schema.properties).length),
        },
        { title: say('version'), align: 'end', render: ({ version }) => formats.number(version) },
        { title: say('changed'), render: ({ updated_at: at }) => <Time at={at} /> },
        { title: say('status'), render: (workflow) => <WorkflowSwitch workflow={workflow} disabled={!canWrite} /> },
      ]}
      {...(canWrite ? { renderActions: (workflow: WorkflowSummary) => <WorkflowMenu workflow={workflow} /> } : {})}
    />
  );
}
