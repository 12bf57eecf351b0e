import { Bot, Plus } from 'lucide-react';
import { agents } from '../../data/agents.ts';
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
import { CreateAgent } from './create-agent.tsx';
import { agentTexts } from './texts.ts';

export function AgentList() {
  const say = useTexts(agentTexts);
  const formats = useFormats();
  const canWrite = useCan('agents:write');
  const { page, setPage } = useListState();
  const list = agents.useList({ page });
  const [isCreating, setCreating] = useNewDialog();
  const create = (
    <Button look="primary" icon={Plus} onClick={() => setCreating(true)}>
      {say('create')}
    </Button>
  );
  return (
    <Page title={say('agents')} purpose={say('purpose')} wide actions={canWrite ? create : undefined}>
      <Loaded query={list} skeleton={<Skeleton kind="rows" lines={5} />}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <EmptyState icon={Bot} title={say('emptyTitle')} text={say('emptyText')}>
              {canWrite ? create : null}
            </EmptyState>
          ) : (
            <div class="stack">
              <DataTable
                label={say('agents')}
                rows={data}
                href={({ id }) => `/agents/${id}`}
                columns={[
                  { title: say('name'), render: ({ name }) => <span dir="auto">{name}</span> },
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
                  { title: say('changed'), render: ({ updated_at: at }) => <Time at={at} /> },
                ]}
              />
              <Pager pagination={pagination} onPage={setPage} />
            </div>
          )
        }
      </Loaded>
      {isCreating ? <CreateAgent onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
