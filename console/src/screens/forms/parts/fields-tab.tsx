import { AreaField, NumberField, SwitchField, TextField } from '../../../form/fields.tsx';
import { ListField } from '../../../form/list-field.tsx';
import { Section } from '../../../form/section.tsx';
import { useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { formTexts } from '../texts.ts';
import { CoverFields } from './cover-fields.tsx';
import { FieldList } from './field-list.tsx';
import { MessageFields } from './message-fields.tsx';
import { useFollowRenamed } from './use-follow-renamed.ts';

/** The fields of the form. */
export function FieldsTab() {
  const say = useTexts(formTexts);
  const takesFiles = useField('allow_file_upload').value === true;
  const takesUrls = useField('allow_url_input').value === true;
  const inTheirs = say('emptyLabel');
  const followRenamed = useFollowRenamed();
  return (
    <>
      <Section title={say('head')} help={say('headHelp')} reference="reference/form-interfaces#fields">
        <TextField name="title" label={say('title')} required />
        <AreaField name="description" label={say('description')} rows={2} nullable />
        <CoverFields />
      </Section>
      <Section title={say('questions')} help={say('questionsHelp')} reference="reference/form-interfaces#extra-inputs">
        <FieldList name="fields" hasConditions hasFormats onRenamed={followRenamed} />
      </Section>
      <Section title={say('message')} help={say('messageHelp')} reference="reference/form-interfaces#fields">
        <MessageFields />
        <SwitchField name="allow_file_upload" label={say('files')} />
        {takesFiles ? <TextField name="file_upload_label" label={say('filesLabel')} help={inTheirs} nullable /> : null}
        <div class="row-of-fields">
          <NumberField name="max_files" label={say('maxFiles')} min={1} max={100} />
          <NumberField name="max_file_size_mb" label={say('maxSize')} min={1} max={1024} step="any" unit="MB" />
        </div>
        <ListField name="allowed_file_types" label={say('types')} help={say('typesHelp')} placeholder="pdf" code />
        <SwitchField name="allow_url_input" label={say('urls')} />
        {takesUrls ? <TextField name="url_input_label" label={say('urlsLabel')} help={inTheirs} nullable /> : null}
      </Section>
      <Section title={say('after')} help={say('afterHelp')} reference="reference/form-interfaces#fields">
        <TextField name="submit_button_text" label={say('submitText')} help={inTheirs} nullable />
        <TextField name="submit_loading_text" label={say('loadingText')} help={inTheirs} nullable />
        <TextField name="output_label" label={say('outputLabel')} help={inTheirs} nullable />
        <AreaField name="success_message" label={say('success')} rows={2} nullable />
        <SwitchField name="show_copy_button" label={say('copyButton')} />
        <SwitchField name="show_download_button" label={say('downloadButton')} />
        <SwitchField name="allow_output_edit" label={say('editOutput')} />
      </Section>
    </>
  );
}
