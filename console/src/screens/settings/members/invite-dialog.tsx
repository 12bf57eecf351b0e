import type { IssuedInvitation, Role } from '@portico/shared-types/api/people';
import { useState } from 'preact/hooks';
import { invitations } from '../../../data/settings.ts';
import { DialogForm } from '../../../form/dialog-form.tsx';
import { SelectField, TextField } from '../../../form/fields.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { roles } from './role-select.tsx';
import { memberTexts } from './texts.ts';

const defaults: { email: string; role: Role } = { email: '', role: 'editor' };

/** It stays while it is closed: the link is shown once, also if one has gone back while it was made. */
export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const say = useTexts(memberTexts);
  const create = invitations.useCreate();
  const sayUi = useTexts(uiTexts);
  const [issued, setIssued] = useState<IssuedInvitation>();
  if (issued !== undefined) {
    return (
      <SecretDialog
        title={say('link')}
        help={issued.mailed ? say('linkMailed', { email: issued.email }) : say('linkHelp')}
        action={issued.mailed ? sayUi('close') : say('linkSent')}
        secret={issued.link}
        onClose={() => setIssued(undefined)}
      />
    );
  }
  if (!isOpen) return null;
  return (
    <DialogForm
      title={say('inviteTitle')}
      description={say('inviteHelp')}
      action={say('invite')}
      defaults={defaults}
      onClose={onClose}
      onSubmit={async (values) => {
        const invitation = await create.mutateAsync(values);
        onClose();
        setIssued(invitation);
      }}
    >
      <TextField name="email" label={say('email')} type="email" required />
      <SelectField name="role" label={say('role')} options={roles.map((role) => ({ value: role, label: say(role) }))} />
    </DialogForm>
  );
}
