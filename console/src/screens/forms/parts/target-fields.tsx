import { agents } from '../../../data/agents.ts';
import { workflows } from '../../../data/workflows.ts';
import { SelectField } from '../../../form/fields.tsx';
import { ItemField, useLateDefault } from '../../../form/item-field.tsx';
import { useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { formTexts } from '../texts.ts';

/** The target of submissions: an agent, or a workflow. That of a new form is the newest agent by default. */
export function TargetFields({ isNew = false }: { isNew?: boolean }) {
  const say = useTexts(formTexts);
  const target = useField('target_type').value;
  const knownAgents = agents.useAll();
  const knownWorkflows = workflows.useAll();
  useLateDefault('agent_id', isNew ? knownAgents.data?.[0]?.id : undefined);
  const none = { value: '', label: say('choose') };
  return (
    <div class="row-of-fields">
      <SelectField
        name="target_type"
        label={say('target')}
        options={[
          { value: 'agent', label: say('agent') },
          { value: 'workflow', label: say('workflow') },
        ]}
      />
      {target === 'workflow' ? (
        <ItemField name="workflow_id" label={say('workflow')} query={knownWorkflows} resource={workflows} none={none} />
      ) : (
        <ItemField name="agent_id" label={say('agent')} query={knownAgents} resource={agents} none={none} />
      )}
    </div>
  );
}
