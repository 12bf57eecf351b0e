import { useCan } from '../../../data/session.ts';
import { useReadWorkspace, useUpdateWorkspace, useWorkspace } from '../../../data/settings.ts';
import { DraftForm } from '../../../form/draft-form.tsx';
import { NumberField, SelectField, TextField } from '../../../form/fields.tsx';
import { ListField } from '../../../form/list-field.tsx';
import { Section } from '../../../form/section.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { HoursField } from './hours-field.tsx';
import { workspaceTexts } from './texts.ts';

const kept = ['conversations', 'submissions', 'executions', 'deliveries', 'audit'] as const;

export default function WorkspacePart() {
  const say = useTexts(workspaceTexts);
  const sayUi = useTexts(uiTexts);
  const canWrite = useCan('settings:write');
  const workspace = useWorkspace();
  const update = useUpdateWorkspace();
  const read = useReadWorkspace();
  const zones = Intl.supportedValuesOf('timeZone');
  return (
    <Loaded query={workspace}>
      {(saved) => (
        <DraftForm
          name="workspace"
          saved={saved}
          save={async (changes) => update.mutateAsync(changes)}
          read={read}
          readOnly={!canWrite}
        >
          {canWrite ? null : <Banner>{sayUi('readOnly')}</Banner>}
          <div>
            <Section title={say('about')} help={say('aboutHelp')} reference="reference/people#workspaces">
              <TextField name="name" label={say('name')} required />
              <SelectField
                name="timezone"
                label={say('timezone')}
                help={say('timezoneHelp')}
                options={[...new Set([saved.timezone, 'UTC', ...zones])].map((zone) => ({ value: zone, label: zone }))}
              />
            </Section>
            <Section title={say('hours')} help={say('hoursHelp')} reference="reference/conversations#handover">
              <HoursField />
            </Section>
            <Section title={say('notices')} help={say('noticesHelp')} reference="reference/people#workspaces">
              <NumberField
                name="notify_after_seconds"
                label={say('after')}
                unit={say('seconds')}
                min={0}
                max={86_400}
              />
              <ListField name="notice_emails" label={say('emails')} help={say('emailsHelp')} />
              <TextField
                name="notice_webhook_url"
                label={say('webhook')}
                help={say('webhookHelp')}
                type="url"
                nullable
                code
              />
            </Section>
            <Section title={say('retention')} help={say('retentionHelp')} reference="reference/people#workspaces">
              <div class="row-of-fields">
                {kept.map((name) => (
                  <NumberField
                    key={name}
                    name={`retention.${name}_days`}
                    label={say(name)}
                    unit={say('days')}
                    min={1}
                  />
                ))}
              </div>
            </Section>
          </div>
        </DraftForm>
      )}
    </Loaded>
  );
}
