import type { Member, Role } from '@portico/shared-types/api/people';
import { members } from '../../../data/settings.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Select } from '../../../ui/field.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { useToaster } from '../../../ui/toaster.tsx';
import { useReportFailure } from '../../../ui/use-report-failure.ts';
import { memberTexts } from './texts.ts';

export const roles: readonly Role[] = ['owner', 'editor', 'responder', 'viewer'];

/** The role of a member; a change takes effect immediately. */
export function RoleSelect({ member, disabled }: { member: Member; disabled: boolean }) {
  const say = useTexts(memberTexts);
  const sayUi = useTexts(uiTexts);
  const toaster = useToaster();
  const update = members.useUpdate(member.id, {
    onDone: () => toaster.done(sayUi('saved')),
    onFailed: useReportFailure(),
  });
  const change = (value: string) => {
    const role = roles.find((known) => known === value);
    if (role !== undefined) update.mutate({ role });
  };
  return (
    <Select
      class="input-short"
      aria-label={`${say('role')}: ${member.user.name}`}
      disabled={disabled || update.isPending}
      value={member.role}
      onValue={change}
      options={roles.map((role) => ({ value: role, label: say(role) }))}
    />
  );
}
