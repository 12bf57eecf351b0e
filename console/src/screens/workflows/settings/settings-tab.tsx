import { AreaField, NumberField, TextField } from '../../../form/fields.tsx';
import { Section } from '../../../form/section.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { workflowTexts } from '../texts.ts';
import { InputsSection } from './inputs-section.tsx';

export function SettingsTab() {
  const say = useTexts(workflowTexts);
  return (
    <div>
      <Section title={say('general')} help={say('generalHelp')} reference="reference/workflows#fields">
        <TextField name="name" label={say('name')} required />
        <AreaField name="description" label={say('description')} rows={2} />
        <TextField name="slug" label={say('slug')} help={say('slugHelp')} nullable code />
        <NumberField
          name="max_duration_s"
          label={say('maxDuration')}
          help={say('maxDurationHelp')}
          min={1}
          max={2_592_000}
          unit={say('seconds')}
        />
      </Section>
      <InputsSection />
    </div>
  );
}
