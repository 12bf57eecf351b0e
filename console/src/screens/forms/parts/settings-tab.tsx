import { NumberField, TextField } from '../../../form/fields.tsx';
import { ListField } from '../../../form/list-field.tsx';
import { MoreSettings, Section } from '../../../form/section.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { formTexts } from '../texts.ts';

export function SettingsTab() {
  const say = useTexts(formTexts);
  return (
    <>
      <Section title={say('address')} help={say('addressHelp')} reference="reference/form-interfaces#fields">
        <TextField name="name" label={say('name')} help={say('nameHelp')} required />
        <TextField name="slug" label={say('slug')} help={say('slugHelp')} code required />
        <ListField
          name="allowed_origins"
          label={say('origins')}
          help={say('originsHelp')}
          placeholder="https://example.com"
          code
        />
      </Section>
      <Section title={say('limits')} help={say('limitsHelp')} reference="reference/limits#daily-caps-of-an-interface">
        <div class="row-of-fields">
          <NumberField name="limits.daily_submissions" label={say('dailySubmissions')} min={1} />
          <NumberField name="limits.daily_credits" label={say('dailyCredits')} min={0} step="any" />
        </div>
        <TextField name="limit_message" label={say('limitMessage')} nullable />
        <MoreSettings title={say('perVisitor')}>
          <div class="row-of-fields">
            <NumberField name="limits.submissions_per_minute" label={say('submissionsPerMinute')} min={1} />
            <NumberField name="limits.uploads_per_minute" label={say('uploadsPerMinute')} min={1} />
            <NumberField name="limits.queries_per_minute" label={say('queriesPerMinute')} min={1} />
          </div>
        </MoreSettings>
      </Section>
    </>
  );
}
