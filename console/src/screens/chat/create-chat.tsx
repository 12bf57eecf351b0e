import { agents } from '../../data/agents.ts';
import { chatInterfaces } from '../../data/chat-interfaces.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { TextField } from '../../form/fields.tsx';
import { ItemField, useLateDefault } from '../../form/item-field.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { useOpenCreated } from '../../ui/use-list-state.ts';
import { chatTexts } from './texts.ts';

export function CreateChat({ onClose }: { onClose: () => void }) {
  const say = useTexts(chatTexts);
  const openCreated = useOpenCreated();
  const create = chatInterfaces.useCreate();
  return (
    <DialogForm
      title={say('create')}
      action={say('createAction')}
      defaults={{ name: '', agent_id: '' }}
      onClose={onClose}
      onSubmit={async (values) => {
        const { id } = await create.mutateAsync(values);
        openCreated(`/chat/${id}`);
      }}
    >
      <TextField name="name" label={say('name')} help={say('nameHelp')} placeholder={say('namePlaceholder')} required />
      <AgentField />
    </DialogForm>
  );
}

function AgentField() {
  const say = useTexts(chatTexts);
  const list = agents.useAll();
  useLateDefault('agent_id', list.data?.[0]?.id);
  return <ItemField name="agent_id" label={say('agent')} help={say('agentHelp')} query={list} resource={agents} />;
}
