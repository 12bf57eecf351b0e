import type { SavedReply } from '@portico/shared-types/api/conversations';
import { MessageSquareText, Trash2 } from 'lucide-react';
import { useState } from 'preact/hooks';
import { savedReplies } from '../../../data/saved-replies.ts';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { CreateButton } from '../../../ui/create-button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { FoundList } from '../../../ui/found-list.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { useListState } from '../../../ui/use-list-state.ts';
import { PartHead } from '../part-head.tsx';
import { ReplyDialog } from './reply-dialog.tsx';
import { savedReplyTexts } from './texts.ts';

export default function SavedRepliesPart() {
  const say = useTexts(savedReplyTexts);
  const canWrite = useCan('conversations:write');
  const { page, search, query, setOpen } = useListState();
  const list = savedReplies.useList({ page, search });
  const remove = savedReplies.useRemove();
  const [leaving, setLeaving] = useState<SavedReply | null>(null);
  const open = query['reply'] ?? '';
  return (
    <div class="stack">
      <PartHead text={say('help')} reference="reference/conversations#endpoints">
        {canWrite ? <CreateButton label={say('create')} onClick={() => setOpen('reply', 'new')} /> : null}
      </PartHead>
      <FoundList query={list} empty={<EmptyState icon={MessageSquareText} title={say('emptyTitle')} />}>
        {(rows) => (
          <DataTable
            label={say('savedReplies')}
            rows={rows}
            href={({ id }) => `/settings/saved-replies?${new URLSearchParams({ ...query, reply: id }).toString()}`}
            columns={[
              { title: say('name'), render: ({ name }) => <bdi>{name}</bdi> },
              { title: say('shortcut'), render: ({ shortcut }) => <code dir="auto">/{shortcut}</code> },
              { title: say('changed'), render: ({ updated_at: at }) => <Time at={at} /> },
            ]}
            renderActions={(reply) =>
              canWrite ? (
                <IconButton
                  label={`${say('deleteAction')}: ${reply.name}`}
                  icon={Trash2}
                  onClick={() => setLeaving(reply)}
                />
              ) : null
            }
          />
        )}
      </FoundList>
      {open === '' || !canWrite ? null : (
        <ReplyDialog
          key={open}
          id={open === 'new' ? undefined : open}
          listed={list.data?.data.find(({ id }) => id === open)}
          onClose={() => setOpen('reply', '')}
        />
      )}
      <Confirm
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={say('deleteTitle', { name: leaving?.name ?? '' })}
        text={say('deleteText')}
        action={say('deleteAction')}
        onConfirm={async () => (leaving === null ? undefined : remove.mutateAsync(leaving.id))}
      />
    </div>
  );
}
