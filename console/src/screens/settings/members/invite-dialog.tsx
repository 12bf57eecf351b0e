import type { Role } from '@portico/shared-types/api/people';
import { useState } from 'preact/hooks';
import { invitations } from '../../../data/settings.ts';
import { DialogForm } from '../../../form/dialog-form.tsx';
import { SelectField, TextField } from '../../../form/fields.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { roles } from './role-select.tsx';
import { memberTexts } from './texts.ts';

const defaults: { email: string; role: Role } = { email: '', role: 'editor' };

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const say = useTexts(memberTexts);
  const create = invitations.useCreate();
  const [link, setLink] = useState<string>();
  if (link !== undefined) {
    return (
      <SecretDialog
        title={say('link')}
        help={say('linkHelp')}
        action={say('linkSent')}
        secret={link}
        onClose={onClose}
      />
    );
  }
  return (
    <DialogForm
      title={say('inviteTitle')}
      description={say('inviteHelp')}
      action={say('invite')}
      defaults={defaults}
      onClose={onClose}
      onSubmit={async (values) => setLink((await create.mutateAsync(values)).link)}
    >
      <TextField name="email" label={say('email')} type="email" required />
      <SelectField name="role" label={say('role')} options={roles.map((role) => ({ value: role, label: say(role) }))} />
    </DialogForm>
  );
}
