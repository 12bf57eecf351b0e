import { agents } from '../../../data/agents.ts';
import { workflows } from '../../../data/workflows.ts';
import { SelectField } from '../../../form/fields.tsx';
import { useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { toOptions } from '../../../ui/to-options.ts';
import { formTexts } from '../texts.ts';

/** The target of submissions: an agent, or a workflow. */
export function TargetFields() {
  const say = useTexts(formTexts);
  const target = useField('target_type').value;
  const knownAgents = agents.useAll();
  const knownWorkflows = workflows.useAll();
  const optionsOf = (things: readonly { id: string; name: string }[] | undefined) => [
    { value: '', label: say('choose') },
    ...toOptions(things),
  ];
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
        <SelectField name="workflow_id" label={say('workflow')} options={optionsOf(knownWorkflows.data)} nullable />
      ) : (
        <SelectField name="agent_id" label={say('agent')} options={optionsOf(knownAgents.data)} nullable />
      )}
    </div>
  );
}
