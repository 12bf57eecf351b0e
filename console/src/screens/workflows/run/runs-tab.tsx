import type { Workflow } from '@portico/shared-types/api/workflows';
import { ListChecks } from 'lucide-react';
import { useExecutions } from '../../../data/executions.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { startOf } from '../../../ui/format-json.ts';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, Loaded, Skeleton } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { useListState } from '../../../ui/use-list-state.ts';
import { ExecutionState } from '../../executions/execution-state.tsx';
import { executionTexts } from '../../executions/texts.ts';
import { runTexts } from './texts.ts';

/** Characters of an error in the list. */
const maxError = 200;

/** The executions of a workflow, newest first; each opens on the canvas. */
export function RunsTab({ workflow }: { workflow: Workflow }) {
  const say = useTexts(runTexts);
  const sayExecution = useTexts(executionTexts);
  const formats = useFormats();
  const { page, setPage } = useListState();
  const list = useExecutions({ page, workflow_id: workflow.id });
  return (
    <Loaded query={list} skeleton={<Skeleton kind="rows" lines={5} />}>
      {({ data, pagination }) =>
        data.length === 0 ? (
          <EmptyState icon={ListChecks} title={say('noExecutions')} text={say('noExecutionsText')} />
        ) : (
          <div class="stack">
            <DataTable
              label={sayExecution('executions')}
              rows={data}
              href={({ id }) => `/workflows/${workflow.id}/runs/${id}`}
              columns={[
                { title: say('started'), render: ({ created_at: at }) => <Time at={at} /> },
                { title: say('status'), render: ({ status }) => <ExecutionState status={status} /> },
                {
                  title: say('error'),
                  render: ({ error }) => (error === null ? null : <bdi>{startOf(error.message, maxError)}</bdi>),
                },
                {
                  title: say('duration'),
                  align: 'end',
                  render: ({ duration_ms: duration }) => (duration === null ? null : formats.duration(duration)),
                },
                {
                  title: say('version'),
                  align: 'end',
                  minor: true,
                  render: ({ workflow_version: version }) => formats.number(version),
                },
              ]}
            />
            <Pager pagination={pagination} onPage={setPage} />
          </div>
        )
      }
    </Loaded>
  );
}
