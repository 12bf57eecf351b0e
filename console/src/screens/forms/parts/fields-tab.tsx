import type { FormField } from '@portico/shared-types/api/form-interfaces';
import { Plus } from 'lucide-react';
import { useState } from 'preact/hooks';
import { AreaField, NumberField, SwitchField, TextField } from '../../../form/fields.tsx';
import { ListField } from '../../../form/list-field.tsx';
import { Section } from '../../../form/section.tsx';
import { useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { formTexts } from '../texts.ts';
import { FieldCard } from './field-card.tsx';

/** What the form asks. */
export function FieldsTab() {
  const say = useTexts(formTexts);
  return (
    <>
      <Section title={say('head')}>
        <TextField name="title" label={say('title')} required />
        <AreaField name="description" label={say('description')} rows={2} nullable />
      </Section>
      <Section title={say('questions')} help={say('questionsHelp')}>
        <FieldList />
      </Section>
      <Section title={say('message')} help={say('messageHelp')}>
        <TextField name="input_label" label={say('inputLabel')} nullable />
        <TextField name="input_placeholder" label={say('inputPlaceholder')} nullable />
        <SwitchField name="allow_file_upload" label={say('files')} />
        <div class="row-of-fields">
          <NumberField name="max_files" label={say('maxFiles')} min={1} max={100} />
          <NumberField name="max_file_size_mb" label={say('maxSize')} min={1} max={1024} step="any" unit="MB" />
        </div>
        <ListField name="allowed_file_types" label={say('types')} help={say('typesHelp')} placeholder="pdf" code />
        <SwitchField name="allow_url_input" label={say('urls')} />
      </Section>
      <Section title={say('after')}>
        <TextField name="submit_button_text" label={say('submitText')} nullable />
        <AreaField name="success_message" label={say('success')} rows={2} nullable />
        <SwitchField name="show_copy_button" label={say('copyButton')} />
        <SwitchField name="show_download_button" label={say('downloadButton')} />
        <SwitchField name="allow_output_edit" label={say('editOutput')} />
      </Section>
    </>
  );
}

/** The fields in their order; moved by dragging, or by the arrows on each. */
function FieldList() {
  const say = useTexts(formTexts);
  const field = useField('fields');
  const fields: readonly FormField[] = Array.isArray(field.value) ? field.value : [];
  const [dragged, setDragged] = useState<number | null>(null);
  const move = (from: number, to: number) => {
    const moved = fields[from];
    if (moved === undefined || to < 0 || to >= fields.length) return;
    field.set(fields.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  const add = () => {
    const names = new Set(fields.map(({ name }) => name));
    let number = fields.length + 1;
    while (names.has(`field_${number}`)) number += 1;
    field.set([...fields, { name: `field_${number}`, label: say('newField'), type: 'text', required: false }]);
  };
  return (
    <div class="stack">
      {fields.map((each, at) => (
        <FieldCard
          // A field's name may change while it is typed; its place may not.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          field={each}
          place={{ at, count: fields.length }}
          disabled={field.disabled}
          isDragged={dragged === at}
          onChange={(next) => field.set(fields.toSpliced(at, 1, next))}
          onMove={(to) => move(at, to)}
          onRemove={() => field.set(fields.toSpliced(at, 1))}
          onDrag={(isDragging) => setDragged(isDragging ? at : null)}
          onDropHere={() => {
            if (dragged !== null) move(dragged, at);
            setDragged(null);
          }}
        />
      ))}
      {field.error === undefined ? null : <p class="fault">{field.error}</p>}
      <div>
        <Button icon={Plus} disabled={field.disabled} onClick={add}>
          {say('addField')}
        </Button>
      </div>
    </div>
  );
}
