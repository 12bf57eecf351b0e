import type { Member } from '@portico/shared-types/api/people';
import { UserPlus, Users, UserX } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useCan, useSignedIn } from '../../../data/session.ts';
import { members } from '../../../data/settings.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { FoundList } from '../../../ui/found-list.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { useListState, useNewDialog } from '../../../ui/use-list-state.ts';
import { PartHead } from '../part-head.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RoleSelect } from './role-select.tsx';
import { memberTexts } from './texts.ts';

export default function MembersPart() {
  const say = useTexts(memberTexts);
  const canWrite = useCan('members:write');
  const { user } = useSignedIn();
  const { page, search } = useListState();
  const list = members.useList({ page, search });
  const remove = members.useRemove();
  const [isInviting, setInviting] = useNewDialog();
  const [leaving, setLeaving] = useState<Member | null>(null);
  return (
    <div class="stack">
      <PartHead text={say('help')} reference="reference/people#roles">
        {canWrite ? (
          <Button look="primary" icon={UserPlus} onClick={() => setInviting(true)}>
            {say('invite')}
          </Button>
        ) : null}
      </PartHead>
      <FoundList query={list} empty={<EmptyState icon={Users} title={say('nobody')} />}>
        {(rows) => (
          <DataTable
            label={say('members')}
            rows={rows}
            columns={[
              {
                title: say('member'),
                render: (member) => <Person member={member} isYou={member.user.id === user?.id} />,
              },
              { title: say('role'), render: (member) => <RoleSelect member={member} disabled={!canWrite} /> },
              {
                title: say('lastSeen'),
                render: ({ user: { last_seen_at: at } }) => (at === null ? '–' : <Time at={at} />),
              },
            ]}
            renderActions={(member) =>
              canWrite || member.user.id === user?.id ? (
                <IconButton
                  label={`${say('remove')}: ${member.user.name}`}
                  icon={UserX}
                  onClick={() => setLeaving(member)}
                />
              ) : null
            }
          />
        )}
      </FoundList>
      <InvitationList canWrite={canWrite} />
      <InviteDialog isOpen={isInviting && canWrite} onClose={() => setInviting(false)} />
      <Confirm
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={say('removeTitle', { name: leaving?.user.name ?? '' })}
        text={say('removeText')}
        action={say('remove')}
        onConfirm={async () => (leaving === null ? undefined : remove.mutateAsync(leaving.id))}
      />
    </div>
  );
}

function Person({ member, isYou }: { member: Member; isYou: boolean }) {
  const say = useTexts(memberTexts);
  return (
    <span class="person">
      <Avatar name={member.user.name} picture={member.user.avatar_url} />
      <span>
        <span dir="auto">
          {member.user.name} {isYou ? <span class="meta">({say('you')})</span> : null}
        </span>
        <span class="meta">{member.user.email}</span>
      </span>
    </span>
  );
}
