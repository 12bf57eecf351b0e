import { AreaField, NumberField, SelectField, SwitchField } from '../../../form/fields.tsx';
import { ListField } from '../../../form/list-field.tsx';
import { Section } from '../../../form/section.tsx';
import { useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { FieldList } from '../../forms/parts/field-list.tsx';
import { peopleTexts } from './people-texts.ts';

/** How visitors reach a person, the fields before the chat, and what the agent may use about them. */
export function PeopleTab() {
  const say = useTexts(peopleTexts);
  const isHandedOver = useField('handover.enabled').value === true;
  const isAsked = useField('pre_chat.enabled').value === true;
  return (
    <>
      <Section title={say('handover')} help={say('handoverHelp')} reference="reference/conversations#handover">
        <SwitchField name="handover.enabled" label={say('enabled')} />
        {isHandedOver ? (
          <>
            <SwitchField name="handover.bot_while_waiting" label={say('botWhileWaiting')} />
            <SelectField
              name="handover.hours"
              label={say('hours')}
              help={say('hoursHelp')}
              options={[
                { value: 'always', label: say('always') },
                { value: 'business', label: say('business') },
              ]}
            />
            <NumberField
              name="handover.timeout_minutes"
              label={say('timeout')}
              unit={say('minutes')}
              min={1}
              max={10_080}
              step="any"
            />
            <AreaField name="handover.away_message" label={say('away')} help={say('awayHelp')} rows={2} nullable />
            <SwitchField name="handover.ask_email" label={say('askEmail')} />
          </>
        ) : null}
      </Section>
      <Section title={say('preChat')} help={say('preChatHelp')} reference="reference/chat-interfaces#behaviour">
        <SwitchField name="pre_chat.enabled" label={say('preChatEnabled')} />
        {isAsked ? <FieldList name="pre_chat.fields" hasFormats /> : null}
      </Section>
      <Section
        title={say('context')}
        help={say('contextHelp')}
        reference="reference/agents#visitors-in-prompts-and-tools"
      >
        <ListField name="context.fields" label={say('fields')} placeholder="visitor.name" code />
      </Section>
      <Section
        title={say('robots')}
        help={say('robotsHelp')}
        reference="reference/chat-interfaces#uploads-consent-tracking-limits"
      >
        <SelectField
          name="challenge"
          label={say('challenge')}
          options={[
            { value: 'off', label: say('off') },
            { value: 'proof_of_work', label: say('proofOfWork') },
          ]}
        />
      </Section>
    </>
  );
}
