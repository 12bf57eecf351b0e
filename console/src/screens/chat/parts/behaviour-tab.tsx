import { agents } from '../../../data/agents.ts';
import { NumberField, SelectField, SwitchField, TextField } from '../../../form/fields.tsx';
import { ItemField } from '../../../form/item-field.tsx';
import { ListField } from '../../../form/list-field.tsx';
import { MoreSettings, Section } from '../../../form/section.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { behaviourTexts } from './behaviour-texts.ts';

export function BehaviourTab() {
  const say = useTexts(behaviourTexts);
  const list = agents.useAll();
  return (
    <>
      <Section title={say('who')} help={say('whoHelp')} reference="reference/chat-interfaces#fields">
        <TextField name="name" label={say('name')} help={say('nameHelp')} required />
        <ItemField name="agent_id" label={say('agent')} help={say('agentHelp')} query={list} resource={agents} />
        <TextField name="slug" label={say('slug')} help={say('slugHelp')} code required />
      </Section>
      <Section title={say('replies')} help={say('repliesHelp')} reference="reference/chat-interfaces#behaviour">
        <SwitchField name="behaviour.show_citations" label={say('citations')} help={say('citationsHelp')} />
        <SwitchField name="follow_ups.enabled" label={say('followUps')} help={say('followUpsHelp')} />
        <SwitchField name="behaviour.show_tool_calls" label={say('toolCalls')} help={say('toolCallsHelp')} />
        <SwitchField name="behaviour.show_branding" label={say('branding')} />
      </Section>
      <Section
        title={say('files')}
        help={say('filesHelp')}
        reference="reference/chat-interfaces#uploads-consent-tracking-limits"
      >
        <SwitchField name="uploads.enabled" label={say('uploads')} />
        <div class="row-of-fields">
          <NumberField name="uploads.max_files" label={say('maxFiles')} min={1} max={20} />
          <NumberField name="uploads.max_file_size_mb" label={say('maxSize')} min={1} max={1024} step="any" unit="MB" />
        </div>
        <ListField
          name="uploads.allowed_types"
          label={say('types')}
          help={say('typesHelp')}
          placeholder="image/*"
          code
        />
      </Section>
      <Section title={say('memory')} help={say('memoryHelp')} reference="reference/chat-interfaces#behaviour">
        <SelectField
          name="behaviour.persistence"
          label={say('persistence')}
          options={[
            { value: 'local', label: say('local') },
            { value: 'session', label: say('session') },
            { value: 'memory', label: say('none') },
          ]}
        />
        <MoreSettings>
          <div class="row-of-fields">
            <NumberField
              name="behaviour.session_timeout_minutes"
              label={say('timeout')}
              min={1}
              step="any"
              unit={say('minutes')}
            />
            <NumberField
              name="behaviour.idle_timeout_minutes"
              label={say('idle')}
              help={say('idleHelp')}
              min={1}
              step="any"
              unit={say('minutes')}
            />
            <NumberField name="behaviour.launcher.delay_ms" label={say('delay')} min={0} unit="ms" />
          </div>
        </MoreSettings>
      </Section>
    </>
  );
}
