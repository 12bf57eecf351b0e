import type { FormField } from '@portico/shared-types/api/form-interfaces';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { MoreSettings } from '../../../form/section.tsx';
import { useErrorsBelow } from '../../../form/use-field.ts';
import { useListText } from '../../../form/use-list-text.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Field, Select, Switch, TextArea, TextInput } from '../../../ui/field.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { formTexts } from '../texts.ts';

interface FieldCardProps {
  /** In the surrounding form, like `fields.0`. */
  path: string;
  field: FormField;
  hasConditions: boolean;
  /** Of all questions of the form. */
  names: ReadonlySet<string>;
  /** The choices that questions had before their type was changed, by the names of the fields. */
  formerOptions: Map<string, string[]>;
  place: { at: number; count: number };
  disabled: boolean;
  isDragged: boolean;
  onChange: (field: FormField) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onDrag: (isDragging: boolean) => void;
  onDropHere: () => void;
}

const types = ['text', 'textarea', 'number', 'select', 'multiselect', 'checkbox', 'date'] as const;

export function FieldCard(props: FieldCardProps) {
  const { path, field, hasConditions, names, formerOptions, place, disabled, isDragged, onChange } = props;
  const { onMove, onRemove, onDrag, onDropHere } = props;
  const say = useTexts(formTexts);
  const sayUi = useTexts(uiTexts);
  const errorOf = useErrorsBelow(path);
  const labelError = errorOf('label');
  const nameError = errorOf('name');
  const conditionError = errorOf('show_if');
  const unknown = findUnknownInput(field.show_if ?? '', names);
  const hasOptions = field.type === 'select' || field.type === 'multiselect';
  return (
    <div
      class={isDragged ? 'card field-card field-card-dragged' : 'card field-card'}
      role="group"
      aria-label={field.label}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDropHere();
      }}
    >
      <div class="line">
        <span
          class="grip"
          draggable={!disabled}
          aria-hidden="true"
          onDragStart={() => onDrag(true)}
          onDragEnd={() => onDrag(false)}
        >
          <GripVertical size={16} />
        </span>
        <TextInput
          class="grow field-label-input"
          name={`${path}.label`}
          aria-label={say('label')}
          aria-invalid={labelError === undefined ? undefined : true}
          aria-describedby={labelError === undefined ? undefined : `${path}.label-error`}
          value={field.label}
          disabled={disabled}
          onValue={(label) => onChange({ ...field, label })}
        />
        <Select
          class="input-short"
          aria-label={say('type')}
          value={field.type}
          disabled={disabled}
          options={types.map((type) => ({ value: type, label: say(type) }))}
          onValue={(value) => {
            if (field.options !== undefined) formerOptions.set(field.name, field.options);
            const options = formerOptions.get(field.name) ?? [say('firstChoice'), say('secondChoice')];
            onChange(withType(field, types.find((type) => type === value) ?? 'text', options));
          }}
        />
        <IconButton
          class="move-up"
          label={say('up', { name: field.label })}
          icon={ArrowUp}
          disabled={disabled || place.at === 0}
          onClick={() => onMove(place.at - 1)}
        />
        <IconButton
          class="move-down"
          label={say('down', { name: field.label })}
          icon={ArrowDown}
          disabled={disabled || place.at === place.count - 1}
          onClick={() => onMove(place.at + 1)}
        />
        <IconButton
          label={sayUi('remove', { name: field.label })}
          icon={Trash2}
          disabled={disabled}
          onClick={onRemove}
        />
      </div>
      {labelError === undefined ? null : (
        <p class="fault" id={`${path}.label-error`}>
          {labelError}
        </p>
      )}
      {unknown === undefined ? null : <Banner tone="wait">{say('unknownInput', { name: unknown })}</Banner>}
      {hasOptions ? (
        <OptionsField
          name={`${path}.options`}
          error={errorOf('options')}
          options={field.options ?? []}
          disabled={disabled}
          onOptions={(options) => onChange({ ...field, options })}
        />
      ) : null}
      <Switch
        label={say('required')}
        checked={field.required}
        disabled={disabled}
        onValue={(required) => onChange({ ...field, required })}
      />
      <MoreSettings isOpen={nameError !== undefined || conditionError !== undefined}>
        <div class="row-of-fields">
          <Field label={say('fieldName')} help={say('fieldNameHelp')} error={nameError}>
            {(links) => (
              <TextInput
                {...links}
                name={`${path}.name`}
                dir="ltr"
                class="input-code"
                value={field.name}
                disabled={disabled}
                onValue={(name) => onChange({ ...field, name })}
              />
            )}
          </Field>
          {hasConditions ? (
            <Field label={say('showIf')} help={say('showIfHelp')} error={conditionError}>
              {(links) => (
                <TextInput
                  {...links}
                  name={`${path}.show_if`}
                  dir="ltr"
                  class="input-code"
                  value={field.show_if ?? ''}
                  disabled={disabled}
                  onValue={(text) => onChange(withCondition(field, text))}
                />
              )}
            </Field>
          ) : null}
        </div>
      </MoreSettings>
    </div>
  );
}

interface OptionsFieldProps {
  name: string;
  error: string | undefined;
  options: readonly string[];
  disabled: boolean;
  onOptions: (options: string[]) => void;
}

/** One choice per line; empty lines, spaces around a choice and repetitions are kept only while typing. */
function OptionsField({ name, error, options, disabled, onOptions }: OptionsFieldProps) {
  const say = useTexts(formTexts);
  const [text, setText] = useListText(options, onOptions, lines);
  return (
    <Field label={say('options')} help={say('optionsHelp')} error={error}>
      {(links) => <TextArea {...links} name={name} value={text} disabled={disabled} onValue={setText} />}
    </Field>
  );
}

const lines = {
  split: (text: string) => [
    ...new Set(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ],
  join: (options: readonly string[]) => options.join('\n'),
};

/** A question without choices would be invalid until they are written, and the preview couldn't show it. */
function withType(field: FormField, type: FormField['type'], firstOptions: string[]): FormField {
  const { options, ...rest } = field;
  const hasOptions = type === 'select' || type === 'multiselect';
  return hasOptions ? { ...rest, type, options: options ?? firstOptions } : { ...rest, type };
}

/** The first input in a condition that no question has: one that was removed or renamed. Texts in quotes don't count. */
function findUnknownInput(condition: string, names: ReadonlySet<string>): string | undefined {
  const code = condition.replaceAll(/"[^"]*"|'[^']*'/g, '');
  return [...code.matchAll(/\binputs\.([A-Za-z_]\w*)/g)]
    .flatMap(([, name]) => name ?? [])
    .find((name) => !names.has(name));
}

function withCondition(field: FormField, condition: string): FormField {
  const { show_if: _, ...rest } = field;
  return condition === '' ? rest : { ...rest, show_if: condition };
}
