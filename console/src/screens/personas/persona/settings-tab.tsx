import type { Persona } from '@portico/shared-types/api/personas';
import { agents } from '../../../data/agents.ts';
import { personas } from '../../../data/personas.ts';
import { useCan } from '../../../data/session.ts';
import { DraftForm } from '../../../form/draft-form.tsx';
import { AreaField, NumberField, SelectField, TextField } from '../../../form/fields.tsx';
import { ItemField } from '../../../form/item-field.tsx';
import { Section } from '../../../form/section.tsx';
import { useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { useModelItems } from '../../../ui/use-model-items.ts';
import { FieldList } from '../../forms/parts/field-list.tsx';
import { categories } from '../categories.ts';
import { personaTexts } from '../texts.ts';
import { FileList } from './file-list.tsx';
import { settingsTexts } from './settings-texts.ts';
import { StepList } from './step-list.tsx';

const levels = ['approve_all', 'approve_high_risk', 'full_auto'] as const;

interface SettingsTabProps {
  persona: Persona;
  /** The bar with unsaved changes stays on the other tabs. */
  isShown: boolean;
}

export function SettingsTab({ persona, isShown }: SettingsTabProps) {
  const update = personas.useUpdate(persona.id, { quick: true });
  const read = personas.useRead(persona.id);
  return (
    <DraftForm
      name={`personas/${persona.id}`}
      saved={persona}
      save={async (changes) => update.mutateAsync(changes)}
      read={read}
    >
      {isShown ? <PersonaSettings /> : null}
    </DraftForm>
  );
}

function PersonaSettings() {
  const say = useTexts(settingsTexts);
  const sayPersona = useTexts(personaTexts);
  return (
    <div>
      <Section title={say('identity')} help={say('identityHelp')} reference="reference/personas#fields">
        <TextField name="name" label={say('name')} maxLength={200} required />
        <AreaField name="description" label={say('description')} rows={2} />
        <SelectField
          name="category"
          label={sayPersona('category')}
          options={categories.map((value) => ({ value, label: sayPersona(value) }))}
        />
      </Section>
      <Section title={say('steps')} help={say('stepsHelp')} reference="reference/personas#fields">
        <StepList name="sopSteps" />
      </Section>
      <Section title={say('inputs')} help={say('inputsHelp')} reference="reference/personas#fields">
        <FieldList name="inputFields" />
      </Section>
      <Section title={say('files')} help={say('filesHelp')} reference="reference/personas#deliverables">
        <FileList name="deliverables" />
      </Section>
      <Section title={say('autonomy')} help={say('autonomyHelp')} reference="reference/personas#approvals">
        <SelectField
          name="autonomyLevel"
          label={say('level')}
          options={levels.map((value) => ({ value, label: sayPersona(value) }))}
        />
        <NumberField name="approvalExpiryHours" label={say('expiry')} min={0} step="any" unit={say('hours')} />
      </Section>
      <Section title={say('limits')} help={say('limitsHelp')} reference="reference/personas#costs">
        <div class="row-of-fields">
          <NumberField name="maxCostCredits" label={say('maxCost')} min={0} step="any" />
          <NumberField name="maxDurationHours" label={say('maxDuration')} min={0} step="any" unit={say('hours')} />
        </div>
      </Section>
      <Section title={say('worker')} help={say('workerHelp')} reference="reference/personas#fields">
        <Worker />
      </Section>
    </div>
  );
}

/** An agent, or else a model and a prompt of its own. */
function Worker() {
  const say = useTexts(settingsTexts);
  const agent = useField('agentId');
  const known = agents.useAll({ enabled: useCan('agents:read') });
  const models = useModelItems();
  return (
    <>
      <ItemField
        name="agentId"
        label={say('agent')}
        query={known}
        resource={agents}
        none={{ value: '', label: say('noAgent') }}
      />
      {typeof agent.value === 'string' ? null : (
        <>
          <ItemField
            name="model"
            label={say('model')}
            query={models}
            none={{ value: '', label: say('defaultModel') }}
          />
          <AreaField name="systemPrompt" label={say('prompt')} rows={5} />
        </>
      )}
    </>
  );
}
