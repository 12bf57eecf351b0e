import type { Invitation } from '@portico/shared-types/api/people';
import { X } from 'lucide-react';
import { useState } from 'preact/hooks';
import { invitations } from '../../../data/settings.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Time } from '../../../ui/time.tsx';
import { memberTexts } from './texts.ts';

/** Invitations that nobody has accepted yet. */
export function InvitationList({ canWrite }: { canWrite: boolean }) {
  const say = useTexts(memberTexts);
  const list = invitations.useAll();
  const remove = invitations.useRemove();
  const [withdrawing, setWithdrawing] = useState<Invitation | null>(null);
  const open = list.data ?? [];
  if (open.length === 0) return null;
  return (
    <>
      <h2>{say('invitations')}</h2>
      <DataTable
        label={say('invitations')}
        rows={open}
        columns={[
          { title: say('email'), render: ({ email }) => <bdi>{email}</bdi> },
          { title: say('role'), render: ({ role }) => say(role) },
          { title: say('invitedBy'), render: ({ invited_by: actor }) => <bdi>{actor.name}</bdi> },
          { title: say('expires'), render: ({ expires_at: at }) => <Time at={at} /> },
        ]}
        renderActions={(invitation) =>
          canWrite ? (
            <IconButton
              label={`${say('withdraw')}: ${invitation.email}`}
              icon={X}
              onClick={() => setWithdrawing(invitation)}
            />
          ) : null
        }
      />
      <Confirm
        open={withdrawing !== null}
        onClose={() => setWithdrawing(null)}
        title={say('withdrawTitle', { name: withdrawing?.email ?? '' })}
        text={say('withdrawText')}
        action={say('withdraw')}
        onConfirm={async () => (withdrawing === null ? undefined : remove.mutateAsync(withdrawing.id))}
      />
    </>
  );
}
