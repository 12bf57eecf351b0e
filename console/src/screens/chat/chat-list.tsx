import { MessageCircle, Plus } from 'lucide-react';
import { chatInterfaces } from '../../data/chat-interfaces.ts';
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
import { CreateChat } from './create-chat.tsx';
import { chatTexts } from './texts.ts';

export function ChatList() {
  const say = useTexts(chatTexts);
  const formats = useFormats();
  const canWrite = useCan('interfaces:write');
  const { page, setPage } = useListState();
  const list = chatInterfaces.useList({ page });
  const [isCreating, setCreating] = useNewDialog();
  const create = (
    <Button look="primary" icon={Plus} onClick={() => setCreating(true)}>
      {say('create')}
    </Button>
  );
  return (
    <Page title={say('chats')} purpose={say('purpose')} wide actions={canWrite ? create : undefined}>
      <Loaded query={list} skeleton={<Skeleton kind="rows" lines={5} />}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <EmptyState icon={MessageCircle} title={say('emptyTitle')} text={say('emptyText')}>
              {canWrite ? create : null}
            </EmptyState>
          ) : (
            <div class="stack">
              <DataTable
                label={say('chats')}
                rows={data}
                href={({ id }) => `/chat/${id}`}
                columns={[
                  {
                    title: say('name'),
                    render: ({ name, branding }) => (
                      <span class="named">
                        <span class="swatch" style={{ background: branding.primary_color }} aria-hidden="true" />
                        <span dir="auto">{name}</span>
                      </span>
                    ),
                  },
                  {
                    title: say('status'),
                    render: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'wait'}>{say(status)}</Badge>,
                  },
                  { title: say('sessions'), align: 'end', render: ({ stats }) => formats.number(stats.sessions) },
                  { title: say('messages'), align: 'end', render: ({ stats }) => formats.number(stats.messages) },
                  { title: say('changed'), render: ({ updated_at: at }) => <Time at={at} /> },
                ]}
              />
              <Pager pagination={pagination} onPage={setPage} />
            </div>
          )
        }
      </Loaded>
      {isCreating ? <CreateChat onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
