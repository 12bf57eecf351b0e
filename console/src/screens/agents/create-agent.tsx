import { agents } from '../../data/agents.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { AreaField, TextField } from '../../form/fields.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { useOpenCreated } from '../../ui/use-list-state.ts';
import { agentTexts } from './texts.ts';

export function CreateAgent({ onClose }: { onClose: () => void }) {
  const say = useTexts(agentTexts);
  const openCreated = useOpenCreated();
  const create = agents.useCreate();
  return (
    <DialogForm
      title={say('create')}
      action={say('createAction')}
      defaults={{ name: '', system_prompt: '' }}
      onClose={onClose}
      onSubmit={async (values) => {
        const { id } = await create.mutateAsync(values);
        openCreated(`/agents/${id}`);
      }}
    >
      <TextField name="name" label={say('name')} placeholder={say('namePlaceholder')} required />
      <AreaField
        name="system_prompt"
        label={say('instructions')}
        help={say('promptHelp')}
        placeholder={say('promptPlaceholder')}
        rows={5}
      />
    </DialogForm>
  );
}
