import type { WorkflowSummary } from '@portico/shared-types/api/workflows';
import { Workflow } from 'lucide-react';
import { useCan } from '../../data/session.ts';
import { workflows } from '../../data/workflows.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Time } from '../../ui/time.tsx';
import { useListState } from '../../ui/use-list-state.ts';
import { CreateWorkflow } from './create-workflow.tsx';
import { workflowTexts } from './texts.ts';
import { WorkflowMenu } from './workflow-menu.tsx';
import { WorkflowSwitch } from './workflow-switch.tsx';

export function WorkflowList() {
  const say = useTexts(workflowTexts);
  const canWrite = useCan('workflows:write');
  const { page, search, sort } = useListState();
  const list = workflows.useList({ page, search, sort });
  return (
    <ListPage
      title={say('workflows')}
      purpose={say('purpose')}
      icon={Workflow}
      emptyTitle={say('emptyTitle')}
      emptyText={say('emptyText')}
      create={canWrite ? say('create') : undefined}
      list={list}
      renderDialog={(onClose) => <CreateWorkflow onClose={onClose} />}
    >
      {(rows) => <WorkflowTable rows={rows} canWrite={canWrite} />}
    </ListPage>
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
        { title: say('name'), sort: 'name', render: ({ name }) => <span dir="auto">{name}</span> },
        {
          title: say('inputs'),
          align: 'end',
          minor: true,
          render: ({ input_schema: schema }) => formats.number(Object.keys(schema.properties).length),
        },
        { title: say('version'), align: 'end', render: ({ version }) => formats.number(version) },
        { title: say('changed'), sort: '-updated_at', render: ({ updated_at: at }) => <Time at={at} /> },
        { title: say('status'), render: (workflow) => <WorkflowSwitch workflow={workflow} disabled={!canWrite} /> },
      ]}
      {...(canWrite ? { renderActions: (workflow: WorkflowSummary) => <WorkflowMenu workflow={workflow} /> } : {})}
    />
  );
}
