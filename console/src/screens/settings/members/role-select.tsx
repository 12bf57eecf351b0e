import type { Member, Role } from '@portico/shared-types/api/people';
import { useState } from 'preact/hooks';
import { useSignedIn } from '../../../data/session.ts';
import { members } from '../../../data/settings.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { Select } from '../../../ui/field.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { useToaster } from '../../../ui/toaster.tsx';
import { useReportFailure } from '../../../ui/use-report-failure.ts';
import { memberTexts } from './texts.ts';

export const roles: readonly Role[] = ['owner', 'editor', 'responder', 'viewer'];

/** The role of a member; a change takes effect immediately, after a question if owners change their own. */
export function RoleSelect({ member, disabled }: { member: Member; disabled: boolean }) {
  const say = useTexts(memberTexts);
  const sayUi = useTexts(uiTexts);
  const toaster = useToaster();
  const { user } = useSignedIn();
  const [ownRole, setOwnRole] = useState<Role>();
  const onDone = () => toaster.done(sayUi('saved'));
  const update = members.useUpdate(member.id, { onDone, onFailed: useReportFailure() });
  const updateOwn = members.useUpdate(member.id, { onDone });
  const change = (value: string) => {
    const role = roles.find((known) => known === value);
    if (role === undefined) return;
    if (member.role === 'owner' && member.user.id === user?.id) setOwnRole(role);
    else update.mutate({ role });
  };
  return (
    <>
      <Select
        class="input-short"
        aria-label={`${say('role')}: ${member.user.name}`}
        disabled={disabled || update.isPending}
        value={ownRole ?? member.role}
        onValue={change}
        options={roles.map((role) => ({ value: role, label: say(role) }))}
      />
      <Confirm
        open={ownRole !== undefined}
        onClose={() => setOwnRole(undefined)}
        title={say('ownRoleTitle', { role: ownRole === undefined ? '' : say(ownRole) })}
        text={say('ownRoleText')}
        action={say('ownRoleAction')}
        onConfirm={async () => (ownRole === undefined ? undefined : updateOwn.mutateAsync({ role: ownRole }))}
      />
    </>
  );
}
