import { agents, useGiveKnowledge } from '../../data/agents.ts';
import { knowledgeBases } from '../../data/knowledge-bases.ts';
import { useCan } from '../../data/session.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { AreaField, TextField } from '../../form/fields.tsx';
import { ItemField, useLateDefault } from '../../form/item-field.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { useToaster } from '../../ui/toaster.tsx';
import { useOpenCreated } from '../../ui/use-list-state.ts';
import { knowledgeTexts } from './texts.ts';

/** Creates a base and, if the member may, adds it to an agent. */
export function CreateBase({ onClose }: { onClose: () => void }) {
  const say = useTexts(knowledgeTexts);
  const openCreated = useOpenCreated();
  const canGive = useCan('agents:write');
  const create = knowledgeBases.useCreate();
  const give = useGiveKnowledge();
  const toaster = useToaster();
  const explain = useErrorText();
  const list = agents.useAll({ enabled: canGive });
  return (
    <DialogForm
      title={say('create')}
      action={say('createAction')}
      defaults={defaults}
      onClose={onClose}
      onSubmit={async ({ agent_id: chosen, ...values }) => {
        // Nobody has chosen, and the agents are still being read.
        const isUnknown = canGive && chosen === '' && list.isFetching;
        const read = { cancelRefetch: false, throwOnError: true };
        const agentId = isUnknown ? (await list.refetch(read)).data?.[0]?.id : chosen;
        const { id } = await create.mutateAsync(values);
        // The base exists now: a retry would create another one.
        if (typeof agentId === 'string' && agentId !== '') {
          await give.mutateAsync({ agentId, baseId: id }).catch((error: unknown) => toaster.failed(explain(error)));
        }
        openCreated(`/knowledge/${id}`);
      }}
    >
      <TextField name="name" label={say('name')} placeholder={say('namePlaceholder')} required />
      <AreaField name="description" label={say('description')} rows={2} />
      {canGive ? <AgentField /> : null}
    </DialogForm>
  );
}

/** An empty text as long as the agents are being read, and null for none. */
const defaults: { name: string; description: string; agent_id: string | null } = {
  name: '',
  description: '',
  agent_id: '',
};

function AgentField() {
  const say = useTexts(knowledgeTexts);
  const list = agents.useAll();
  // The newest agent, which the owner probably has just created, and which a cached list may lack.
  useLateDefault('agent_id', list.isFetching ? undefined : list.data?.[0]?.id);
  return (
    <ItemField
      name="agent_id"
      label={say('usedBy')}
      query={list}
      resource={agents}
      none={{ value: '', label: say('nobodyYet') }}
    />
  );
}
