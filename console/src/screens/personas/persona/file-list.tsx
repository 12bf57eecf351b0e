import type { PersonaDeliverable } from '@portico/shared-types/api/personas';
import { Plus, Trash2 } from 'lucide-react';
import { useErrorsBelow, useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Field, Select, Switch, TextArea, TextInput } from '../../../ui/field.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { settingsTexts } from './settings-texts.ts';

const types = [
  { value: 'markdown', label: 'Markdown' },
  { value: 'csv', label: 'CSV' },
  { value: 'pdf', label: 'PDF' },
] as const;

/** The files that a task delivers. */
export function FileList({ name }: { name: string }) {
  const say = useTexts(settingsTexts);
  const field = useField(name);
  const files: readonly PersonaDeliverable[] = Array.isArray(field.value) ? field.value : [];
  const [list, focusFile] = useRowFocus<HTMLDivElement>('.field-card');
  return (
    <div ref={list} class="stack">
      {files.map((file, at) => (
        <FileCard
          // A file's name changes while it is typed, but its position doesn't.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          path={`${name}.${at}`}
          file={file}
          onChange={(next) => field.set(files.with(at, next))}
          onRemove={() => {
            field.set(files.toSpliced(at, 1));
            focusFile(at);
          }}
        />
      ))}
      {field.error === undefined ? null : <p class="fault">{field.error}</p>}
      <div>
        <Button
          icon={Plus}
          onClick={() => {
            const file = { name: say('newFile', { count: files.length + 1 }), description: '', guaranteed: true };
            field.set([...files, { ...file, type: 'markdown' }]);
            focusFile(files.length);
          }}
        >
          {say('addFile')}
        </Button>
      </div>
    </div>
  );
}

interface FileCardProps {
  path: string;
  file: PersonaDeliverable;
  onChange: (file: PersonaDeliverable) => void;
  onRemove: () => void;
}

function FileCard({ path, file, onChange, onRemove }: FileCardProps) {
  const say = useTexts(settingsTexts);
  const sayUi = useTexts(uiTexts);
  const errorOf = useErrorsBelow(path);
  return (
    <div class="card field-card" role="group" aria-label={file.name}>
      <div class="file-fields">
        <Field label={say('fileName')} error={errorOf('name')}>
          {(links) => (
            <TextInput
              {...links}
              name={`${path}.name`}
              maxLength={120}
              value={file.name}
              onValue={(value) => onChange({ ...file, name: value })}
            />
          )}
        </Field>
        <Field label={say('fileType')} error={errorOf('type')}>
          {(links) => (
            <Select
              {...links}
              name={`${path}.type`}
              value={file.type}
              options={types}
              onValue={(value) =>
                onChange({ ...file, type: types.find((type) => type.value === value)?.value ?? 'markdown' })
              }
            />
          )}
        </Field>
        <IconButton label={sayUi('remove', { name: file.name })} icon={Trash2} onClick={onRemove} />
      </div>
      <Field label={say('fileText')} error={errorOf('description')}>
        {(links) => (
          <TextArea
            {...links}
            name={`${path}.description`}
            rows={2}
            maxLength={4_000}
            value={file.description}
            onValue={(value) => onChange({ ...file, description: value })}
          />
        )}
      </Field>
      <Switch
        label={say('guaranteed')}
        checked={file.guaranteed}
        onValue={(guaranteed) => onChange({ ...file, guaranteed })}
      />
    </div>
  );
}
