import { BookOpen } from 'lucide-react';
import { knowledgeBases } from '../../data/knowledge-bases.ts';
import { useCan } from '../../data/session.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Time } from '../../ui/time.tsx';
import { useListState } from '../../ui/use-list-state.ts';
import { CreateBase } from './create-base.tsx';
import { knowledgeTexts } from './texts.ts';

export function BaseList() {
  const say = useTexts(knowledgeTexts);
  const formats = useFormats();
  const canWrite = useCan('knowledge-bases:write');
  const { page, search, sort } = useListState();
  const list = knowledgeBases.useList({ page, search, sort });
  return (
    <ListPage
      title={say('knowledge')}
      purpose={say('purpose')}
      icon={BookOpen}
      emptyTitle={say('emptyTitle')}
      emptyText={say('emptyText')}
      create={canWrite ? say('create') : undefined}
      list={list}
      renderDialog={(onClose) => <CreateBase onClose={onClose} />}
    >
      {(rows) => (
        <DataTable
          label={say('knowledge')}
          rows={rows}
          href={({ id }) => `/knowledge/${id}`}
          columns={[
            { title: say('name'), sort: 'name', render: ({ name }) => <span dir="auto">{name}</span> },
            {
              title: say('documents'),
              align: 'end',
              render: ({ document_count: count }) => formats.number(count),
            },
            { title: say('passages'), align: 'end', render: ({ chunk_count: count }) => formats.number(count) },
            { title: say('changed'), sort: '-updated_at', render: ({ updated_at: at }) => <Time at={at} /> },
          ]}
        />
      )}
    </ListPage>
  );
}
