import { AreaField, TextField } from '../../form/fields.tsx';
import { Section } from '../../form/section.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { agentTexts } from './texts.ts';

export function PromptSection() {
  const say = useTexts(agentTexts);
  return (
    <Section title={say('instructions')} help={say('instructionsHelp')} reference="reference/agents#fields">
      <TextField name="name" label={say('name')} required />
      <AreaField
        name="system_prompt"
        label={say('instructions')}
        help={
          <>
            {say('variablesHelp')} <code dir="ltr">{'{{visitor.name}}'}</code> <code dir="ltr">{'{{page.title}}'}</code>{' '}
            <code dir="ltr">{'{{locale}}'}</code>
          </>
        }
        placeholder={say('promptPlaceholder')}
        rows={10}
      />
      <AreaField name="description" label={say('description')} help={say('descriptionHelp')} rows={2} />
    </Section>
  );
}
