import { BookOpen, Plus } from 'lucide-react';
import { knowledgeBases } from '../../data/knowledge-bases.ts';
import { useCan } from '../../data/session.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useListState, useNewDialog } from '../../ui/use-list-state.ts';
import { CreateBase } from './create-base.tsx';
import { knowledgeTexts } from './texts.ts';

export function BaseList() {
  const say = useTexts(knowledgeTexts);
  const formats = useFormats();
  const canWrite = useCan('knowledge-bases:write');
  const { page, setPage } = useListState();
  const list = knowledgeBases.useList({ page });
  const [isCreating, setCreating] = useNewDialog();
  const create = (
    <Button look="primary" icon={Plus} onClick={() => setCreating(true)}>
      {say('create')}
    </Button>
  );
  return (
    <Page title={say('knowledge')} purpose={say('purpose')} wide actions={canWrite ? create : undefined}>
      <Loaded query={list} skeleton={<Skeleton kind="rows" lines={5} />}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <EmptyState icon={BookOpen} title={say('emptyTitle')} text={say('emptyText')}>
              {canWrite ? create : null}
            </EmptyState>
          ) : (
            <div class="stack">
              <DataTable
                label={say('knowledge')}
                rows={data}
                href={({ id }) => `/knowledge/${id}`}
                columns={[
                  { title: say('name'), render: ({ name }) => <span dir="auto">{name}</span> },
                  {
                    title: say('documents'),
                    align: 'end',
                    render: ({ document_count: count }) => formats.number(count),
                  },
                  { title: say('passages'), align: 'end', render: ({ chunk_count: count }) => formats.number(count) },
                  { title: say('changed'), render: ({ updated_at: at }) => <Time at={at} /> },
                ]}
              />
              <Pager pagination={pagination} onPage={setPage} />
            </div>
          )
        }
      </Loaded>
      {isCreating ? <CreateBase onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
