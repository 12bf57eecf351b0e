import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { agents, useGiveKnowledge } from '../../data/agents.ts';
import { knowledgeBases } from '../../data/knowledge-bases.ts';
import { useCan } from '../../data/session.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { AreaField, SelectField, TextField } from '../../form/fields.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { toOptions } from '../../ui/to-options.ts';
import { useToaster } from '../../ui/toaster.tsx';
import { knowledgeTexts } from './texts.ts';

/** Creates a base and, if the member may, adds it to an agent. */
export function CreateBase({ onClose }: { onClose: () => void }) {
  const say = useTexts(knowledgeTexts);
  const [, navigate] = useLocation();
  const canGive = useCan('agents:write');
  const create = knowledgeBases.useCreate();
  const give = useGiveKnowledge();
  const toaster = useToaster();
  const explain = useErrorText();
  const list = agents.useAll({ enabled: canGive });
  const known = list.data ?? [];
  // A cached list may lack the new agent. Later refreshes must not close the dialog.
  const [isReady, setReady] = useState(!canGive);
  useEffect(() => {
    if (!list.isFetching) setReady(true);
  }, [list.isFetching]);
  if (!isReady) return null;
  return (
    <DialogForm
      title={say('create')}
      action={say('createAction')}
      // By default the newest agent, which the owner probably has just created.
      defaults={{ name: '', description: '', agent_id: known[0]?.id ?? '' }}
      onClose={onClose}
      onSubmit={async ({ agent_id: agentId, ...values }) => {
        const { id } = await create.mutateAsync(values);
        // The base exists now: a retry would create another one.
        if (agentId !== '') {
          await give.mutateAsync({ agentId, baseId: id }).catch((error: unknown) => toaster.failed(explain(error)));
        }
        navigate(`/knowledge/${id}`);
      }}
    >
      <TextField name="name" label={say('name')} placeholder={say('namePlaceholder')} required />
      <AreaField name="description" label={say('description')} rows={2} />
      {canGive ? (
        <SelectField
          name="agent_id"
          label={say('usedBy')}
          options={[...toOptions(known), { value: '', label: say('nobodyYet') }]}
        />
      ) : null}
    </DialogForm>
  );
}
