import { ClipboardList, Plus } from 'lucide-react';
import { forms } from '../../data/forms.ts';
import { useCan } from '../../data/session.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useListState, useNewDialog } from '../../ui/use-list-state.ts';
import { CreateForm } from './create-form.tsx';
import { formTexts } from './texts.ts';

export function FormList() {
  const say = useTexts(formTexts);
  const formats = useFormats();
  const canWrite = useCan('interfaces:write');
  const { page, setPage } = useListState();
  const list = forms.useList({ page });
  const [isCreating, setCreating] = useNewDialog();
  const create = (
    <Button look="primary" icon={Plus} onClick={() => setCreating(true)}>
      {say('create')}
    </Button>
  );
  return (
    <Page title={say('forms')} purpose={say('purpose')} wide actions={canWrite ? create : undefined}>
      <Loaded query={list} skeleton={<Skeleton kind="rows" lines={5} />}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <EmptyState icon={ClipboardList} title={say('emptyTitle')} text={say('emptyText')}>
              {canWrite ? create : null}
            </EmptyState>
          ) : (
            <div class="stack">
              <DataTable
                label={say('forms')}
                rows={data}
                href={({ id }) => `/forms/${id}`}
                columns={[
                  { title: say('name'), render: ({ title }) => <span dir="auto">{title}</span> },
                  {
                    title: say('status'),
                    render: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'wait'}>{say(status)}</Badge>,
                  },
                  { title: say('target'), render: ({ target_type: target }) => say(target) },
                  { title: say('submissions'), align: 'end', render: ({ stats }) => formats.number(stats.submissions) },
                  { title: say('changed'), render: ({ updated_at: at }) => <Time at={at} /> },
                ]}
              />
              <Pager pagination={pagination} onPage={setPage} />
            </div>
          )
        }
      </Loaded>
      {isCreating ? <CreateForm onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
