import { forms } from '../../data/forms.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { TextField } from '../../form/fields.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { useOpenCreated } from '../../ui/use-list-state.ts';
import { TargetFields } from './parts/target-fields.tsx';
import { formTexts } from './texts.ts';

interface NewForm extends Record<string, unknown> {
  title: string;
  target_type: 'agent' | 'workflow';
  agent_id: string | null;
  workflow_id: string | null;
}

export function CreateForm({ onClose }: { onClose: () => void }) {
  const say = useTexts(formTexts);
  const openCreated = useOpenCreated();
  const create = forms.useCreate();
  const defaults: NewForm = {
    title: '',
    target_type: 'agent',
    // The newest one, once it is known.
    agent_id: '',
    workflow_id: null,
  };
  return (
    <DialogForm
      title={say('create')}
      action={say('createAction')}
      defaults={defaults}
      onClose={onClose}
      onSubmit={async (values) => {
        const { agent_id: agentId } = values;
        const isAgent = values.target_type === 'agent';
        // Empty until the agents have been read.
        const other = isAgent ? { agent_id: agentId === '' ? null : agentId, workflow_id: null } : { agent_id: null };
        const { id } = await create.mutateAsync({ ...values, ...other, file_upload_label: null });
        openCreated(`/forms/${id}`);
      }}
    >
      <TextField name="title" label={say('title')} placeholder={say('titleExample')} required />
      <TargetFields isNew />
    </DialogForm>
  );
}
