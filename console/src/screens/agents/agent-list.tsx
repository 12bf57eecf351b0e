import { Bot } from 'lucide-react';
import { agents } from '../../data/agents.ts';
import { useCan } from '../../data/session.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Time } from '../../ui/time.tsx';
import { useListState } from '../../ui/use-list-state.ts';
import { CreateAgent } from './create-agent.tsx';
import { agentTexts } from './texts.ts';

export function AgentList() {
  const say = useTexts(agentTexts);
  const formats = useFormats();
  const canWrite = useCan('agents:write');
  const { page, search, sort } = useListState();
  const list = agents.useList({ page, search, sort });
  return (
    <ListPage
      title={say('agents')}
      purpose={say('purpose')}
      icon={Bot}
      emptyTitle={say('emptyTitle')}
      emptyText={say('emptyText')}
      create={canWrite ? say('create') : undefined}
      list={list}
      renderDialog={(onClose) => <CreateAgent onClose={onClose} />}
    >
      {(rows) => (
        <DataTable
          label={say('agents')}
          rows={rows}
          href={({ id }) => `/agents/${id}`}
          columns={[
            { title: say('name'), sort: 'name', render: ({ name }) => <span dir="auto">{name}</span> },
            { title: say('model'), render: ({ model }) => <bdi>{model}</bdi> },
            {
              title: say('knowledge'),
              align: 'end',
              render: ({ knowledge_base_ids: ids }) => formats.number(ids.length),
            },
            { title: say('tools'), align: 'end', render: ({ tools }) => formats.number(tools.length) },
            {
              title: say('status'),
              render: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'plain'}>{say(status)}</Badge>,
            },
            { title: say('changed'), sort: '-updated_at', render: ({ updated_at: at }) => <Time at={at} /> },
          ]}
        />
      )}
    </ListPage>
  );
}
