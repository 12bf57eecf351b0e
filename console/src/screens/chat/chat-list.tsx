import { MessageCircle } from 'lucide-react';
import { chatInterfaces } from '../../data/chat-interfaces.ts';
import { useCan } from '../../data/session.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Time } from '../../ui/time.tsx';
import { useListState } from '../../ui/use-list-state.ts';
import { CreateChat } from './create-chat.tsx';
import { chatTexts } from './texts.ts';

export function ChatList() {
  const say = useTexts(chatTexts);
  const formats = useFormats();
  const canWrite = useCan('interfaces:write');
  const { page, search, sort } = useListState();
  const list = chatInterfaces.useList({ page, search, sort });
  return (
    <ListPage
      title={say('chats')}
      purpose={say('purpose')}
      icon={MessageCircle}
      emptyTitle={say('emptyTitle')}
      emptyText={say('emptyText')}
      create={canWrite ? say('create') : undefined}
      list={list}
      renderDialog={(onClose) => <CreateChat onClose={onClose} />}
    >
      {(rows) => (
        <DataTable
          label={say('chats')}
          rows={rows}
          href={({ id }) => `/chat/${id}`}
          columns={[
            {
              title: say('name'),
              sort: 'name',
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
            { title: say('changed'), sort: '-updated_at', render: ({ updated_at: at }) => <Time at={at} /> },
          ]}
        />
      )}
    </ListPage>
  );
}
