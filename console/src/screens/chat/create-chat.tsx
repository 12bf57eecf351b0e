import { useLocation } from 'wouter';
import { agents } from '../../data/agents.ts';
import { chatInterfaces } from '../../data/chat-interfaces.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField, TextField } from '../../form/fields.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { toOptions } from '../../ui/to-options.ts';
import { chatTexts } from './texts.ts';

export function CreateChat({ onClose }: { onClose: () => void }) {
  const say = useTexts(chatTexts);
  const [, navigate] = useLocation();
  const create = chatInterfaces.useCreate();
  const list = agents.useAll();
  const options = toOptions(list.data);
  if (list.data === undefined) return null;
  return (
    <DialogForm
      title={say('create')}
      action={say('createAction')}
      defaults={{ name: '', agent_id: options[0]?.value ?? '' }}
      onClose={onClose}
      onSubmit={async (values) => {
        const { id } = await create.mutateAsync(values);
        navigate(`/chat/${id}`);
      }}
    >
      <TextField name="name" label={say('name')} help={say('nameHelp')} placeholder={say('namePlaceholder')} required />
      <SelectField name="agent_id" label={say('agent')} help={say('agentHelp')} options={options} />
    </DialogForm>
  );
}
