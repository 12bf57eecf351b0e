import { ClipboardList } from 'lucide-react';
import { forms } from '../../data/forms.ts';
import { useCan } from '../../data/session.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Time } from '../../ui/time.tsx';
import { useListState } from '../../ui/use-list-state.ts';
import { CreateForm } from './create-form.tsx';
import { formTexts } from './texts.ts';

export function FormList() {
  const say = useTexts(formTexts);
  const formats = useFormats();
  const canWrite = useCan('interfaces:write');
  const { page, search, sort } = useListState();
  const list = forms.useList({ page, search, sort });
  return (
    <ListPage
      title={say('forms')}
      purpose={say('purpose')}
      icon={ClipboardList}
      emptyTitle={say('emptyTitle')}
      emptyText={say('emptyText')}
      create={canWrite ? say('create') : undefined}
      list={list}
      renderDialog={(onClose) => <CreateForm onClose={onClose} />}
    >
      {(rows) => (
        <DataTable
          label={say('forms')}
          rows={rows}
          href={({ id }) => `/forms/${id}`}
          columns={[
            { title: say('name'), sort: 'title', render: ({ title }) => <span dir="auto">{title}</span> },
            {
              title: say('status'),
              render: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'wait'}>{say(status)}</Badge>,
            },
            { title: say('target'), render: ({ target_type: target }) => say(target) },
            { title: say('submissions'), align: 'end', render: ({ stats }) => formats.number(stats.submissions) },
            { title: say('changed'), sort: '-updated_at', render: ({ updated_at: at }) => <Time at={at} /> },
          ]}
        />
      )}
    </ListPage>
  );
}
